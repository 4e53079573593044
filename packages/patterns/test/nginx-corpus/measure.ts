import {basename} from 'node:path';
import {explanationOf} from '../../src/explanations/index.ts';
import {createMiner, type Pattern} from '../../src/index.ts';
import {parseLine, splitFields} from '../../src/line/parse-line.ts';
import {type Accuracy, accuracyOf, type Judged} from '../labelled/accuracy.ts';
import {type Entry, entriesOf, readEntry} from './entry.ts';
import {type Label, labelOf} from './label.ts';
import {TEXTS} from './texts.ts';

/** An entry with its label, and the results of miner, parser and explanations. */
export type Measured = Judged & {
  readonly entry: Entry;
  readonly label: Label;
  /** The true value and the parsed value for each name: `host`, `errno`, `action`, `message` and others. */
  readonly values: readonly {readonly name: string; readonly expected: string; readonly found: string}[];
  /** Whether the explanation says that the site's Lua code wrote the text. */
  readonly isOwnText: boolean;
  readonly isExplained: boolean;
  /** Whether the explanation names a source file with the format. */
  readonly isSourceRight: boolean;
};

/** Returns `expected` if the template ends with this action, else a text that differs from it. */
const actionIn = (template: string, expected: string): string =>
  expected === '' || template.endsWith(` while ${expected}`) ? expected : `not ${expected}`;

const errnoIn = (pattern: Pattern | undefined): string =>
  pattern?.values.find(({name}) => name === 'errno')?.top[0]?.value ?? '';

/** Compares the values from the parser and from a miner of one line with the true values of an entry. */
const valuesOf = (entry: Entry, label: Label): Measured['values'] => {
  const {raw, head, message, errno, fields} = entry;
  const parsed = parseLine(raw);
  const split = splitFields(raw.slice(head.length)).fields;
  const miner = createMiner();
  const pattern = miner.pattern(miner.add(raw));
  const {action} = label;
  const names = [...new Set([...Object.keys(fields), ...Object.keys(split)])];
  return [
    {name: 'head', expected: head, found: parsed.head},
    {name: 'message', expected: message, found: parsed.message},
    ...names.map(name => ({
      name,
      expected: fields[name] ?? '(none)',
      found: split[name as keyof typeof split] ?? '(none)',
    })),
    ...(errno === '' ? [] : [{name: 'errno', expected: errno, found: errnoIn(pattern)}]),
    ...(action === '' ? [] : [{name: 'action', expected: action, found: actionIn(pattern?.template ?? '', action)}]),
  ];
};

const isSourceRight = (source: string | undefined, {files}: Label): boolean =>
  source !== undefined && files.some(file => source.includes(`/${basename(file)}:`));

/** Mines the entries of a log and compares each with its label. `unlabelled` has the entries without a label. */
export const measure = (log: string): {measured: Measured[]; unlabelled: Entry[]} => {
  const miner = createMiner();
  const entries = entriesOf(log).map(readEntry);
  for (const {raw} of entries) miner.add(raw);
  const measured: Measured[] = [];
  const unlabelled: Entry[] = [];
  for (const entry of entries) {
    const label = labelOf(entry, TEXTS);
    if (label === undefined) {
      unlabelled.push(entry);
      continue;
    }
    const group = miner.match(entry.raw) ?? '';
    const pattern = miner.pattern(group);
    const explanation = pattern && explanationOf(pattern);
    measured.push({
      ...{entry, label, group, truth: label.truth, template: pattern?.template ?? ''},
      values: valuesOf(entry, label),
      isOwnText: label.files.length === 0,
      isExplained: explanation !== undefined && explanation.isOwnText === undefined,
      isSourceRight: isSourceRight(explanation?.source, label),
    });
  }
  return {measured, unlabelled};
};

export type Figures = Accuracy & {
  readonly entries: number;
  readonly kinds: number;
  /** Share of the values that the parser reads correctly. */
  readonly fields: number;
  /** Share of the entries whose parsed parts, joined, equal the entry. */
  readonly kept: number;
  /** Share of the entries with an explanation that says more than that Lua code wrote the text. */
  readonly explained: number;
  /** The share `explained`, of the entries that are not texts of the site's Lua code. */
  readonly messagesExplained: number;
  /** Share of these entries whose explanation names a source file with the format. */
  readonly source: number;
};

const share = <T>(values: readonly T[], isCounted: (value: T) => boolean): number =>
  values.length === 0 ? 1 : values.filter(isCounted).length / values.length;

const isKept = ({entry: {raw}}: Measured): boolean => {
  const {head, message, tail} = parseLine(raw);
  return head + message + tail === raw;
};

const messagesOf = (measured: readonly Measured[]): Measured[] => measured.filter(({isOwnText}) => !isOwnText);

export const figuresOf = (measured: readonly Measured[]): Figures => ({
  ...accuracyOf(measured),
  entries: measured.length,
  kinds: new Set(measured.map(({truth}) => truth)).size,
  fields: share(
    measured.flatMap(({values}) => values),
    ({expected, found}) => expected === found,
  ),
  kept: share(measured, isKept),
  explained: share(measured, ({isExplained}) => isExplained),
  messagesExplained: share(messagesOf(measured), ({isExplained}) => isExplained),
  source: share(
    messagesOf(measured).filter(({isExplained}) => isExplained),
    each => each.isSourceRight,
  ),
});
