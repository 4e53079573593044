import {levelName} from '@edge-console/schema/values';
import {argumentName} from '../../commands/arguments.ts';
import {Refused} from '../../core/failure.ts';
import {didYouMean} from '../../text/nearest.ts';
import {type FieldValues, fieldEntries, readFields} from '../fields.ts';

/**
 * A condition on an entry that the gateway cannot filter by, so the console tests it. `keep` shows only matching
 * entries, `drop` hides them. {@link readCondition} defines the syntax of `text`.
 */
export interface Condition {
  readonly verb: 'keep' | 'drop';
  readonly text: string;
}

/** Fields of an entry that `field:value` can name, with their descriptions in the help. */
const ENTRY_FIELDS = {
  level: 'exactly this level; level:<warn is less severe than WARN',
  server: 'server name',
  upstream: 'host and port of the upstream server, or its host',
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

/** Filter fields that are not in entries, so that only the gateway can test them. */
const gatewayFields = fieldEntries.flatMap(([name, {label}]) =>
  Object.hasOwn(ENTRY_FIELDS, name) ? [] : [{name, field: argumentName({name}), label: label.toLowerCase()}],
);

/** All fields that `field:value` can name. */
export const CONDITION_FIELDS: Readonly<Record<string, string>> = {
  ...ENTRY_FIELDS,
  ...Object.fromEntries(gatewayFields.map(({field, label}) => [field, `${label}; can be kept, not dropped`])),
};

/** Names of fields in facets and the filter form, where they differ from those in conditions. */
const ALIASES: Readonly<Record<string, string>> = {
  ...{lua: 'file', application: 'app', type: 'node-type'},
  ...{'request-id': 'req', 'node-id': 'node', 'application-id': 'app'},
};

/** A condition that cannot be tested. The message is the reason. */
export class ConditionError extends Refused {}

/** Content of a condition: a text in the line, a regular expression, or a field's value. */
export type Expression =
  | {readonly kind: 'text' | 'regex'; readonly text: string}
  | {readonly kind: 'field'; readonly field: ConditionField; readonly value: string}
  | {readonly kind: 'gateway'; readonly label: string; readonly value: string; readonly fields: FieldValues};

const isField = (name: string): name is ConditionField => Object.hasOwn(ENTRY_FIELDS, name);

/** A regular expression with a trailing flag to ignore case, as in JavaScript and sed. */
const FLAGGED = /^\/((?:[^/\\]|\\.)+)\/[gms]*i[gims]*$/s;
const FIELD = /^([a-z][a-z-]*):(\S.*)?$/s;

/** Returns the field for a name or alias. Undefined if there is none. */
export const fieldNamed = (name: string): string | undefined => {
  const field = Object.hasOwn(ALIASES, name) ? ALIASES[name] : name;
  return field !== undefined && Object.hasOwn(CONDITION_FIELDS, field) ? field : undefined;
};

/**
 * Parses `keepalive`, `"client: 10.0.0.1"`, `/timed? out/` or `upstream:10.1.0.9:8080`. Returns an error message if the
 * text or value is empty. If the word before the colon is not a field, as in `error:0A00006C`, the whole text is
 * searched.
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

/**
 * Returns a warning if a text such as `sever:api` has an unknown field. Undefined for other texts, such as URLs, times
 * and quoted texts.
 */
export const unknownField = (text: string): string | undefined => {
  const [, name] = /^([a-z][a-z_-]*):(?!\/\/|\s)/i.exec(text.trim()) ?? [];
  if (name === undefined || fieldNamed(name) !== undefined) return undefined;
  const near = didYouMean(name, [...Object.keys(CONDITION_FIELDS), ...Object.keys(ALIASES)]);
  return `no field "${name}"${near === '' ? '' : `, ${near}`}; searched as text, as in quotes`;
};

/** Parses the operator's input. A leading `!` or `-` makes it a `drop` condition. */
export const readCondition = (input: string): Condition | string => {
  const given = input.trim();
  const isDrop = given.startsWith('!') || given.startsWith('-');
  const text = (isDrop ? given.slice(1) : given).trim();
  const read = readExpression(text);
  return typeof read === 'string' ? read : {verb: isDrop ? 'drop' : 'keep', text};
};

/** Quotes an expression that {@link readCondition} would take for a `drop` condition. */
export const unnegated = (text: string): string => (/^[!-]/.test(text) ? `"${text}"` : text);

/**
 * Parses the value of `level:`, such as `error` or `<warn`, which means less severe. Undefined for an unknown level.
 */
export const readLevel = (
  value: string,
): {readonly comparison: LevelComparison; readonly level: number} | undefined => {
  const [, comparison = '', name = ''] = /^(<=|>=|<|>|=?)(.*)$/.exec(value) ?? [];
  const level = levelOf(name.trim());
  return level === undefined
    ? undefined
    : {comparison: comparison === '' ? '=' : (comparison as LevelComparison), level};
};

/** Returns the levels that a condition keeps. Undefined for `drop` conditions and other fields. */
export const keptLevels = ({verb, text}: Condition): ReturnType<typeof readLevel> => {
  const expression = readExpression(text);
  if (verb === 'drop' || typeof expression === 'string' || expression.kind !== 'field') return undefined;
  return expression.field === 'level' ? readLevel(expression.value) : undefined;
};

/** Returns the least severe level of entries that can meet the condition. Infinity for any level. */
export const leastSevereKept = (condition: Condition): number => {
  // Reads entries without a level, too: they meet each `drop` condition on levels, but a gateway's level filter would
  // omit them.
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

/** Describes a condition for the status line, such as `drop "keepalive"`. Not sanitised. */
export const conditionWords = ({verb, text}: Condition): string => {
  const read = readExpression(text);
  const isBare = typeof read !== 'string' && read.kind === 'text' && !text.startsWith('"');
  return `${verb} ${isBare ? `"${text}"` : text}`;
};

/** Adds a condition. Replaces the opposite condition; ignores a duplicate. */
export const withCondition = (all: readonly Condition[], added: Condition): readonly Condition[] => [
  ...all.filter(({text}) => text !== added.text),
  added,
];

/** Converts conditions to text, for `goto` parameters and saved views, and back. */
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
