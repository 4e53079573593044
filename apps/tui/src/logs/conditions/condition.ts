import {levelName} from '@edge-console/schema/values';
import {Refused} from '../../core/failure.ts';

/**
 * A condition on the text of an entry, which the console tests itself, because the gateway has no such filter.
 * `keep` shows only the entries that match `text`, `drop` only the others. `text` has the form of {@link readCondition}.
 */
export interface Condition {
  readonly verb: 'keep' | 'drop';
  readonly text: string;
}

/** The fields that `field:value` can name, with the words that explain them in the help. */
export const CONDITION_FIELDS = {
  level: 'exactly this level; level:<warn is less severe than WARN',
  server: 'server name',
  upstream: 'host and port of the upstream server',
  request: 'path of the request, with * for ids, as in facets',
  path: 'path of the request without its query',
  client: 'address of the client',
  host: 'host header',
  errno: 'error number, such as 110',
  req: 'request id',
  file: 'Lua source file, with or without its line',
  zone: 'zone of a limit or cache, as the message names it',
  dictionary: 'shared dictionary of Lua',
  group: 'upstream group that the message names',
  certificate: 'file of a certificate or its key',
  pattern: 'template of the message, with <*> for what differs',
} as const;

/** Thrown for a condition that cannot be tested. The message says why. */
export class ConditionError extends Refused {}

export type ConditionField = keyof typeof CONDITION_FIELDS;

/** What a condition tests: a text that the line contains, a regular expression, or the value of a field. */
export type Expression =
  | {readonly kind: 'text' | 'regex'; readonly text: string}
  | {readonly kind: 'field'; readonly field: ConditionField; readonly value: string};

const isField = (name: string): name is ConditionField => Object.hasOwn(CONDITION_FIELDS, name);

const FIELD = /^([a-z]+):(\S.*)$/s;

/**
 * Parses `keepalive`, `"client: 10.0.0.1"`, `/timed? out/` or `upstream:10.1.0.9:8080`. Returns a sentence if `text` is
 * empty. If the word before the colon is no field, as in `error:0A00006C`, the whole is a text.
 */
export const readExpression = (text: string): Expression | string => {
  const given = text.trim();
  if (given === '' || given === '""' || given === '//') return 'enter a text, a /regex/ or field:value';
  if (given.length > 1 && given.startsWith('"') && given.endsWith('"')) return {kind: 'text', text: given.slice(1, -1)};
  if (given.length > 1 && given.startsWith('/') && given.endsWith('/'))
    return {kind: 'regex', text: given.slice(1, -1)};
  const [, name = '', value = ''] = FIELD.exec(given) ?? [];
  if (isField(name)) return {kind: 'field', field: name, value: value.trim()};
  return {kind: 'text', text: given};
};

/** Parses the input of the operator. `!` or `-` in front makes it a condition that drops. */
export const readCondition = (input: string): Condition | string => {
  const given = input.trim();
  const isDrop = given.startsWith('!') || given.startsWith('-');
  const text = (isDrop ? given.slice(1) : given).trim();
  const read = readExpression(text);
  return typeof read === 'string' ? read : {verb: isDrop ? 'drop' : 'keep', text};
};

/** Parses the value of `level:`, such as `error` or `<warn`, which means less severe. Undefined if there is no such level. */
export const readLevel = (
  value: string,
): {readonly comparison: LevelComparison; readonly level: number} | undefined => {
  const [, comparison = '', name = ''] = /^(<=|>=|<|>|=?)(.*)$/.exec(value) ?? [];
  const level = levelOf(name.trim());
  return level === undefined
    ? undefined
    : {comparison: comparison === '' ? '=' : (comparison as LevelComparison), level};
};

/** Returns the least severe level that an entry can have which meets the condition. Infinity if it can have any. */
export const leastSevereKept = ({verb, text}: Condition): number => {
  const expression = readExpression(text);
  // An entry without a level meets each condition that drops levels, and a gateway would leave it out.
  if (verb === 'drop' || typeof expression === 'string' || expression.kind !== 'field') return ANY_LEVEL;
  const read = expression.field === 'level' ? readLevel(expression.value) : undefined;
  if (read === undefined || read.comparison === '<' || read.comparison === '<=') return ANY_LEVEL;
  return read.comparison === '>' ? Math.max(0, read.level - 1) : read.level;
};

export const ANY_LEVEL = Number.POSITIVE_INFINITY;

export type LevelComparison = '=' | '<' | '<=' | '>' | '>=';

const levelOf = (name: string): number | undefined => {
  for (let level = 0; level <= 8; level++) if (levelName(level).toLowerCase() === name.toLowerCase()) return level;
  return /^\d$/.test(name) ? Number(name) : undefined;
};

/** Returns the words of a condition for the status line, such as `drop "keepalive"`. Not sanitised. */
export const conditionWords = ({verb, text}: Condition): string => {
  const read = readExpression(text);
  const isBare = typeof read !== 'string' && read.kind === 'text' && !text.startsWith('"');
  return `${verb} ${isBare ? `"${text}"` : text}`;
};

/** Adds a condition. The same condition is not added twice, and its opposite is replaced. */
export const withCondition = (all: readonly Condition[], added: Condition): readonly Condition[] => [
  ...all.filter(({text}) => text !== added.text),
  added,
];

/** Converts conditions to one text for `goto` parameters and saved views, and back. */
export const conditionsText = (all: readonly Condition[]): string =>
  all.map(({verb, text}) => `${verb} ${text.replaceAll('\n', ' ')}`).join('\n');

export const readConditions = (text: string): readonly Condition[] | string => {
  const read: Condition[] = [];
  for (const line of text.split('\n')) {
    const [, verb, expression = ''] = /^(keep|drop) (.+)$/.exec(line) ?? [];
    const problem = verb === undefined ? 'it begins with neither keep nor drop' : readExpression(expression);
    if (typeof problem === 'string') return `not a condition: ${line} (${problem})`;
    read.push({verb: verb === 'drop' ? 'drop' : 'keep', text: expression});
  }
  return read;
};
