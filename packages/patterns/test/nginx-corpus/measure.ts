import {basename} from 'node:path';
import {type Explanation, explanationOf} from '../../src/explanations/index.ts';
import {createMiner, type Pattern} from '../../src/index.ts';
import {parseLine, splitFields} from '../../src/line/parse-line.ts';
import {type Accuracy, accuracyOf, type Judged} from '../labelled/accuracy.ts';
import {type Entry, entriesOf, readEntry} from './entry.ts';
import {type Label, labelOf} from './label.ts';
import {TEXTS} from './texts.ts';

/** An entry with its label and what the package makes of it. */
export type Measured = Judged & {
  readonly entry: Entry;
  readonly label: Label;
  /** The values, and those that the parser gives instead, by name: `host`, `errno`, `action`, `message` and others. */
  readonly values: readonly {readonly name: string; readonly expected: string; readonly found: string}[];
  readonly isExplained: boolean;
  /** Whether the explanation names a file of the format. Undefined if it names none, or the text is not nginx's. */
  readonly isSourceRight: boolean | undefined;
};

/** The action at the end of a template, if the truth has one there or the template should have none. */
const actionIn = (template: string, expected: string): string =>
  expected === '' || template.endsWith(` while ${expected}`) ? expected : `not ${expected}`;

const errnoIn = (pattern: Pattern | undefined): string =>
  pattern?.values.find(({name}) => name === 'errno')?.top[0]?.value ?? '';

/** Compares what the parser and a miner of one line find with the parts of an entry. */
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

/** `source` is optional: `src/http/ngx_http_upstream.c:123`, in the source tree of nginx or lua-nginx-module. */
const sourceOf = (explanation: (Explanation & {readonly source?: string}) | undefined): string | undefined =>
  explanation?.source;

const isSourceRight = (source: string | undefined, {files}: Label): boolean | undefined =>
  source === undefined || files.length === 0
    ? undefined
    : files.some(file => basename(file) === basename(source).replace(/:\d+.*$/, ''));

/** Mines the entries of a log, and compares each with its label. Entries without a label are in `unlabelled`. */
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
      isExplained: explanation !== undefined,
      isSourceRight: isSourceRight(sourceOf(explanation), label),
    });
  }
  return {measured, unlabelled};
};

export type Figures = Accuracy & {
  readonly entries: number;
  readonly kinds: number;
  /** Shares of values that the parser reads right, of entries whose parts are the entry, and of explained entries. */
  readonly fields: number;
  readonly kept: number;
  readonly explained: number;
  /** Share of the entries with an explanation that names a source file for which it names a file of the format. */
  readonly source: number;
};

const share = <T>(values: readonly T[], isCounted: (value: T) => boolean): number =>
  values.length === 0 ? 1 : values.filter(isCounted).length / values.length;

const isKept = ({entry: {raw}}: Measured): boolean => {
  const {head, message, tail} = parseLine(raw);
  return head + message + tail === raw;
};

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
  source: share(
    measured.filter(each => each.isSourceRight !== undefined),
    each => each.isSourceRight === true,
  ),
});
