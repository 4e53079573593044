import {didYouMean} from '../text/nearest.ts';
import {Refused} from './failure.ts';

export const VERBS = ['keep', 'drop'] as const;

export interface Condition {
  readonly verb: (typeof VERBS)[number];
  readonly text: string;
}

/** If both fields are set, `added` replaces `removed`. */
export interface ConditionEdit {
  readonly removed?: Condition | undefined;
  readonly added?: Condition | undefined;
}

export class ConditionError extends Refused {}

/** Returns the message of the ConditionError that `check` throws, or undefined. */
export const conditionErrorOf = (check: () => unknown): string | undefined => {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof ConditionError) return error.message;
    throw error;
  }
};

export type ParsedExpression =
  | {readonly kind: 'text'; readonly text: string}
  | {readonly kind: 'regex'; readonly text: string}
  | {readonly kind: 'field'; readonly field: string; readonly value: string};

type Names = Readonly<Record<string, string>>;

export type ConditionSyntax = ReturnType<typeof conditionSyntax>;

/** Matches a regular expression with the flag `i` (ignore case), such as `/timed out/i`. Flags are not supported. */
const WITH_FLAG_I = /^\/((?:[^/\\]|\\.)+)\/[gms]*i[gims]*$/s;
const FIELD = /^([a-z][a-z-]*):(\S.*)?$/s;

export const conditionSyntax = ({fields, aliases}: {readonly fields: Names; readonly aliases: Names}) => {
  const fieldNamed = (name: string): string | undefined => {
    const field = Object.hasOwn(aliases, name) ? aliases[name] : name;
    return field !== undefined && Object.hasOwn(fields, field) ? field : undefined;
  };

  /**
   * Parses `keepalive`, `"client: 10.0.0.1"`, `/timed? out/` or `upstream:10.1.0.9:8080`. If the word before the colon
   * is not a field, as in `error:0A00006C`, the whole text is searched for. Returns an error message for an empty text.
   */
  const parse = (text: string): ParsedExpression | string => {
    const given = text.trim();
    if (given === '' || given === '""' || given === '//') return 'enter a text, a /regex/ or field:value';
    if (given.length > 1 && given.startsWith('"') && given.endsWith('"'))
      return {kind: 'text', text: given.slice(1, -1)};
    if (given.length > 1 && given.startsWith('/') && given.endsWith('/'))
      return {kind: 'regex', text: given.slice(1, -1)};
    const [, unflagged] = WITH_FLAG_I.exec(given) ?? [];
    if (unflagged !== undefined)
      return `flags after a regex are not read: enter /(?i)${unflagged}/ to ignore case, or "${given}" for the text`;
    const [, name = '', value = ''] = FIELD.exec(given) ?? [];
    const field = fieldNamed(name);
    if (field === undefined) return {kind: 'text', text: given};
    if (value === '') return `enter a value after ${given} (${fields[field]}), or "${given}" for the text`;
    return {kind: 'field', field, value};
  };

  /** Returns a warning for a text with an unknown field, such as `sever:api`. */
  const unknownField = (text: string): string | undefined => {
    const [, name] = /^([a-z][a-z_-]*):(?!\/\/|\s)/i.exec(text.trim()) ?? [];
    if (name === undefined || fieldNamed(name) !== undefined) return undefined;
    const near = didYouMean(name, [...Object.keys(fields), ...Object.keys(aliases)]);
    return `no field "${name}"${near === '' ? '' : `, ${near}`}; searched as text, as in quotes`;
  };

  /** Describes a condition for the status line, such as `drop "keepalive"`. Not sanitised. */
  const words = ({verb, text}: Condition): string => {
    const read = parse(text);
    const isBare = typeof read !== 'string' && read.kind === 'text' && !text.startsWith('"');
    return `${verb} ${isBare ? `"${text}"` : text}`;
  };

  return {fields, fieldNamed, parse, unknownField, words};
};

export const readInput = (input: string, read: (text: string) => object | string): Condition | string => {
  const given = input.trim();
  const isDrop = given.startsWith('!') || given.startsWith('-');
  const text = (isDrop ? given.slice(1) : given).trim();
  const parsed = read(text);
  return typeof parsed === 'string' ? parsed : {verb: isDrop ? 'drop' : 'keep', text};
};

/** Quotes a text that begins with `!` or `-`, which {@link readInput} would otherwise parse as a `drop` condition. */
const unnegated = (text: string): string => (/^[!-]/.test(text) ? `"${text}"` : text);

export const inputOf = ({verb, text}: Condition): string => (verb === 'drop' ? `!${text}` : unnegated(text));

/** Command-line options, such as `--keep upstream:10.1.0.9:8080`. */
export const conditionOptions = (conditions: readonly Condition[]): readonly string[] =>
  conditions.flatMap(({verb, text}) => [`--${verb}`, unnegated(text)]);

export const withCondition = (all: readonly Condition[], added: Condition): readonly Condition[] => [
  ...all.filter(({text}) => text !== added.text),
  added,
];

export const editedConditions = (before: readonly Condition[], {removed, added}: ConditionEdit) => {
  if (added === undefined) return removed === undefined ? before : before.filter(each => !isSame(each, removed));
  const isOther = ({text}: Condition): boolean => text !== added.text;
  const at = removed === undefined ? -1 : before.findIndex(each => isSame(each, removed));
  if (at === -1) return withCondition(before, added);
  return [...before.slice(0, at).filter(isOther), added, ...before.slice(at + 1).filter(isOther)];
};

const isSame = (one: Condition, other: Condition): boolean => one.verb === other.verb && one.text === other.text;

/** If the text is in lower case, the test ignores case. */
export const containsTest = (text: string): ((line: string) => boolean) => {
  // For a text without letters, such as `10.0.0.1`, both tests find the same lines, and the exact one is faster.
  const isExact = text !== text.toLowerCase() || text === text.toUpperCase();
  return isExact ? line => line.includes(text) : line => line.toLowerCase().includes(text);
};

/** If `value` is in lower case, the test ignores case. */
export const equalsTest = (value: string): ((text: string | undefined) => boolean) =>
  value === value.toLowerCase() ? text => text?.toLowerCase() === value : text => text === value;
