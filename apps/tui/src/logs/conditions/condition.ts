import {levelName} from '@edge-console/schema/values';
import {argumentName} from '../../commands/arguments.ts';
import {Refused} from '../../core/failure.ts';
import {didYouMean} from '../../text/nearest.ts';
import {type FieldValues, fieldEntries, readFields} from '../fields.ts';

/**
 * A condition on the text of an entry, which the console tests itself, because the gateway has no such filter.
 * `keep` shows only the entries that match `text`, `drop` only the others. `text` has the form of {@link readCondition}.
 */
export interface Condition {
  readonly verb: 'keep' | 'drop';
  readonly text: string;
}

/** The fields of an entry that `field:value` can name, with the words that explain them in the help. */
const ENTRY_FIELDS = {
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

export type ConditionField = keyof typeof ENTRY_FIELDS;

/** Fields of the filter that entries do not carry, so that only the gateway can test them. */
const gatewayFields = fieldEntries.flatMap(([name, {label}]) =>
  Object.hasOwn(ENTRY_FIELDS, name) ? [] : [{name, field: argumentName({name}), label: label.toLowerCase()}],
);

/** All fields that `field:value` can name. */
export const CONDITION_FIELDS: Readonly<Record<string, string>> = {
  ...ENTRY_FIELDS,
  ...Object.fromEntries(gatewayFields.map(({field, label}) => [field, `${label}; can be kept, not dropped`])),
};

/** Names of fields in facets and in the filter form that differ from those in conditions. */
const ALIASES: Readonly<Record<string, string>> = {
  ...{lua: 'file', application: 'app', type: 'node-type'},
  ...{'request-id': 'req', 'node-id': 'node', 'application-id': 'app'},
};

/** Thrown for a condition that cannot be tested. The message says why. */
export class ConditionError extends Refused {}

/** What a condition tests: a text that the line contains, a regular expression, or the value of a field. */
export type Expression =
  | {readonly kind: 'text' | 'regex'; readonly text: string}
  | {readonly kind: 'field'; readonly field: ConditionField; readonly value: string}
  | {readonly kind: 'gateway'; readonly label: string; readonly value: string; readonly fields: FieldValues};

const isField = (name: string): name is ConditionField => Object.hasOwn(ENTRY_FIELDS, name);

/** A regular expression as JavaScript and sed write it, with a flag after it that ignores case. */
const FLAGGED = /^\/((?:[^/\\]|\\.)+)\/[gms]*i[gims]*$/s;
const FIELD = /^([a-z][a-z-]*):(\S.*)?$/s;

/** Returns the field that a name means. Undefined if there is none. */
export const fieldNamed = (name: string): string | undefined => {
  const field = Object.hasOwn(ALIASES, name) ? ALIASES[name] : name;
  return field !== undefined && Object.hasOwn(CONDITION_FIELDS, field) ? field : undefined;
};

/**
 * Parses `keepalive`, `"client: 10.0.0.1"`, `/timed? out/` or `upstream:10.1.0.9:8080`. Returns a sentence if there is
 * no text or value. If the word before the colon is no field, as in `error:0A00006C`, the whole is a text.
 */
export const readExpression = (text: string): Expression | string => {
  const given = text.trim();
  if (given === '' || given === '""' || given === '//') return 'enter a text, a /regex/ or field:value';
  if (given.length > 1 && given.startsWith('"') && given.endsWith('"')) return {kind: 'text', text: given.slice(1, -1)};
  if (given.length > 1 && given.startsWith('/') && given.endsWith('/'))
    return {kind: 'regex', text: given.slice(1, -1)};
  const [, unflagged] = FLAGGED.exec(given) ?? [];
  if (unflagged !== undefined)
    return `flags after a regex are not read: enter /(?i)${unflagged}/ to ignore case, or "${given}" for the text`;
  const [, name = '', value = ''] = FIELD.exec(given) ?? [];
  const field = fieldNamed(name);
  if (field === undefined) return {kind: 'text', text: given};
  if (value === '') return `enter a value after ${given} (${CONDITION_FIELDS[field]}), or "${given}" for the text`;
  if (isField(field)) return {kind: 'field', field, value};
  const {name: key = '', label = ''} = gatewayFields.find(each => each.field === field) ?? {};
  const fields = readFields({[key]: value});
  return typeof fields === 'string' ? fields : {kind: 'gateway', label, value, fields};
};

/** Warns that a text such as `sever:api` names no field. Undefined for other texts, such as a URL, a time or a quoted text. */
export const unknownField = (text: string): string | undefined => {
  const [, name] = /^([a-z][a-z_-]*):(?!\/\/|\s)/i.exec(text.trim()) ?? [];
  if (name === undefined || fieldNamed(name) !== undefined) return undefined;
  const near = didYouMean(name, [...Object.keys(CONDITION_FIELDS), ...Object.keys(ALIASES)]);
  return `no field "${name}"${near === '' ? '' : `, ${near}`}; searched as text, as in quotes`;
};

/** Parses the input of the operator. `!` or `-` in front makes it a condition that drops. */
export const readCondition = (input: string): Condition | string => {
  const given = input.trim();
  const isDrop = given.startsWith('!') || given.startsWith('-');
  const text = (isDrop ? given.slice(1) : given).trim();
  const read = readExpression(text);
  return typeof read === 'string' ? read : {verb: isDrop ? 'drop' : 'keep', text};
};

/** Returns an expression that {@link readCondition} does not read as one that drops. */
export const unnegated = (text: string): string => (/^[!-]/.test(text) ? `"${text}"` : text);

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

/** Returns the levels that a condition keeps. Undefined if it drops, or if it is not on the level. */
export const keptLevels = ({verb, text}: Condition): ReturnType<typeof readLevel> => {
  const expression = readExpression(text);
  if (verb === 'drop' || typeof expression === 'string' || expression.kind !== 'field') return undefined;
  return expression.field === 'level' ? readLevel(expression.value) : undefined;
};

/** Returns the least severe level that an entry can have which meets the condition. Infinity if it can have any. */
export const leastSevereKept = (condition: Condition): number => {
  // An entry without a level meets each condition that drops levels, and a gateway would leave it out.
  const read = keptLevels(condition);
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
