import {readFileSync} from 'node:fs';
import {createMiner} from '@edge-console/patterns';
import {entriesOf} from '../../../../patterns/test/nginx-corpus/entry.ts';
import {type Figures, figuresOf, type Measured, measure} from '../../../../patterns/test/nginx-corpus/measure.ts';
import {interleave, median, ratioLine, timed} from '../../measure/compare.ts';
import {type Line, verdict} from '../../row.ts';

const GOAL = {GA: 0.98, FGA: 0.95, FTA: 0.85, fields: 0.995, explained: 0.95, ratio: 4};

/** Rounds down, so that 100 % means all. */
const rounded = (share: number, digits: number): string =>
  (Math.floor(share * 10 ** digits) / 10 ** digits).toFixed(digits);
const percent = (share: number): string => `${rounded(share * 100, 1)} %`;
const accuracy = ({GA, FGA, PA, FTA}: Figures): string =>
  `GA ${rounded(GA, 3)}, FGA ${rounded(FGA, 3)}, FTA ${rounded(FTA, 3)}, PA ${rounded(PA, 3)}`;

const read = (file: 'seen' | 'unseen'): string =>
  readFileSync(new URL(`../../../../patterns/test/nginx-corpus/${file}.log`, import.meta.url), 'utf8');

export const miningRate = async (lines: readonly string[], rounds: number, what: string) => {
  const countWords = (): number => lines.reduce((words, line) => words + line.split(' ').length, 0);
  const mine = (): void => {
    const miner = createMiner();
    for (const line of lines) miner.add(line);
  };
  const samples = await interleave(
    rounds,
    () => timed(mine),
    () => timed(countWords),
  );
  const rateOf = (ms: number): number => Math.round((lines.length / ms) * 1000);
  const line = ratioLine(samples, {
    what,
    budget: {atMost: GOAL.ratio},
    against: `split at spaces, ${Math.round(countWords() / lines.length)} words a line`,
    text: ms => `${rateOf(ms).toLocaleString('en')} lines/s`,
  });
  return {line, linesPerSecond: rateOf(median(samples.subject))};
};

/** V8 stores concatenated strings as trees, which are slower to read than strings from JSON. */
export const flatStrings = (lines: readonly string[]): readonly string[] => JSON.parse(JSON.stringify(lines));

const half = async (file: 'seen' | 'unseen', quick: boolean): Promise<Line[]> => {
  const name = `entries of a real nginx, **${file}** half`;
  const log = read(file);
  const {measured, unlabelled} = measure(log);
  const all = figuresOf(measured);
  const nginx = figuresOf(measured.filter(({label}) => !label.lua));
  const lua = figuresOf(measured.filter(({label}) => label.lua));
  const lines = flatStrings(Array.from({length: quick ? 5 : 25}, () => entriesOf(log)).flat());
  const {line} = await miningRate(
    lines,
    quick ? 3 : 9,
    `${name}: mining, ${lines.length.toLocaleString('en')} entries`,
  );
  const {entries, kinds, GA, FGA, FTA, fields, kept, explained, messagesExplained, source} = all;
  return [
    {
      what: `${name}: accuracy by the formats in nginx's source`,
      budget: `GA ≥ ${GOAL.GA}, FGA ≥ ${GOAL.FGA}, FTA ≥ ${GOAL.FTA}`,
      measured: accuracy(all),
      against: `nginx: ${accuracy(nginx)}; Lua: ${accuracy(lua)}`,
      note: `${entries} entries of ${kinds} kinds, ${nginx.kinds} of nginx and ${lua.kinds} of Lua; ${unlabelled.length} without a format`,
      verdict: verdict(GA >= GOAL.GA && FGA >= GOAL.FGA && FTA >= GOAL.FTA),
    },
    {
      what: `${name}: fields that the parser reads right`,
      budget: `≥ ${percent(GOAL.fields)}, all texts kept`,
      measured: `${percent(fields)}, ${percent(kept)} of the texts kept`,
      verdict: verdict(fields >= GOAL.fields && kept === 1),
    },
    {
      what: `${name}: messages of nginx and lua-nginx-module with an explanation`,
      budget: `≥ ${percent(GOAL.explained)}`,
      measured: `${percent(messagesExplained)}; ${percent(source)} of the explanations name a source file that has the format`,
      note: `${percent(explained)} of all entries; the others are texts of the site's Lua code`,
      verdict: verdict(messagesExplained >= GOAL.explained),
    },
    line,
  ];
};

/** Accuracy on message formats that occur only in the `unseen` half of the corpus. */
const newKinds = (): Line => {
  const seen = new Set(measure(read('seen')).measured.map(({truth}) => truth));
  const {measured} = measure(read('unseen'));
  const isNew = ({truth}: Measured): boolean => !seen.has(truth);
  const patterns = new Set(measured.filter(isNew).map(({group}) => group));
  const figures = figuresOf(measured.filter(({group}) => patterns.has(group)));
  const {entries, kinds, messagesExplained} = figuresOf(measured.filter(isNew));
  return {
    what: 'entries of a real nginx, **unseen** half: kinds that the seen half does not have',
    budget: '–',
    measured: entries === 0 ? 'none' : `${accuracy(figures)}, ${percent(messagesExplained)} of the messages explained`,
    note: `${entries} entries of ${kinds} kinds, measured with the other entries of their patterns`,
    verdict: 'no budget',
  };
};

export const corpusLines = async (quick: boolean): Promise<Line[]> => [
  ...(await half('seen', quick)),
  ...(await half('unseen', quick)),
  newKinds(),
];
