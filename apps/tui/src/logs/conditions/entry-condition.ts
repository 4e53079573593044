import {levelName} from '@edge-console/schema/values';
import {argumentName} from '../../commands/arguments.ts';
import {type Condition, conditionSyntax, type ParsedExpression} from '../../core/condition.ts';
import {type FieldValues, fieldEntries, readFields} from '../fields.ts';

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

/** Entries do not have these fields of the filter, so only the gateway can test conditions on them. */
const gatewayFields = fieldEntries.flatMap(([name, {label}]) =>
  Object.hasOwn(ENTRY_FIELDS, name) ? [] : [{name, field: argumentName({name}), label: label.toLowerCase()}],
);

export const CONDITION_FIELDS: Readonly<Record<string, string>> = {
  ...ENTRY_FIELDS,
  ...Object.fromEntries(gatewayFields.map(({field, label}) => [field, `${label}; can be kept, not dropped`])),
};

/**
 * Other names of the fields in conditions, such as `application` for `app`. The facets and the filter form use them.
 */
const ALIASES: Readonly<Record<string, string>> = {
  ...{lua: 'file', application: 'app', type: 'node-type'},
  ...{'request-id': 'req', 'node-id': 'node', 'application-id': 'app'},
};

export type Expression =
  | Exclude<ParsedExpression, {readonly kind: 'field'}>
  | {readonly kind: 'field'; readonly field: ConditionField; readonly value: string}
  | {readonly kind: 'gateway'; readonly label: string; readonly value: string; readonly fields: FieldValues};

const isField = (name: string): name is ConditionField => Object.hasOwn(ENTRY_FIELDS, name);

export const syntax = conditionSyntax({fields: CONDITION_FIELDS, aliases: ALIASES});

export const {unknownField, words: conditionWords} = syntax;

export const readExpression = (text: string): Expression | string => {
  const parsed = syntax.parse(text);
  if (typeof parsed === 'string' || parsed.kind !== 'field') return parsed;
  const {field, value} = parsed;
  if (isField(field)) return {kind: 'field', field, value};
  const {name: key = '', label = ''} = gatewayFields.find(each => each.field === field) ?? {};
  const fields = readFields({[key]: value});
  return typeof fields === 'string' ? fields : {kind: 'gateway', label, value, fields};
};

/** Parses a text such as `error` or `<warn`; `<` means less severe. */
export const readLevel = (
  value: string,
): {readonly comparison: LevelComparison; readonly level: number} | undefined => {
  const [, comparison = '', name = ''] = /^(<=|>=|<|>|=?)(.*)$/.exec(value) ?? [];
  const level = levelOf(name.trim());
  return level === undefined
    ? undefined
    : {comparison: comparison === '' ? '=' : (comparison as LevelComparison), level};
};

/** Undefined unless the condition is a `keep` condition on the level. */
export const keptLevels = ({verb, text}: Condition): ReturnType<typeof readLevel> => {
  const expression = readExpression(text);
  if (verb === 'drop' || typeof expression === 'string' || expression.kind !== 'field') return undefined;
  return expression.field === 'level' ? readLevel(expression.value) : undefined;
};

/** Infinity if the condition does not limit the level. */
export const leastSevereKept = (condition: Condition): number => {
  // A `drop` condition keeps entries without a level. A gateway that filters by level leaves these out, so a `drop`
  // condition must not limit the level in the request.
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
