import * as z from 'zod/mini';
import type {ObjectSchema} from './docs.ts';
import {issueText} from './issue.ts';
import {Secret} from './secret.ts';

/** Field of a row whose value is invalid. */
export interface RowProblem {
  readonly field: string;
  /** One line that does not show the value, such as `expected a number, received null`. */
  readonly reason: string;
}

/** Fields of every row that a client reads. */
export interface ReceivedRow {
  /** The row as received, untrusted, with its secret replaced. Not enumerable. */
  readonly raw: Readonly<Record<string, unknown>>;
  /** Fields whose values are invalid and therefore absent from the row. Absent if all fields are valid. */
  readonly problems?: readonly RowProblem[];
}

/** A row with invalid fields (docs/field-facts.md#22). */
export interface InvalidRow<T> {
  /** Index in the page as received, from 0. */
  readonly index: number;
  /** As received: untrusted. */
  readonly raw: unknown;
  /** Describes the invalid fields in one line of at most 200 characters, without their values. */
  readonly reason: string;
  /**
   * The row without its invalid fields. `data` of the page contains the same object. Absent if a required field is
   * invalid.
   */
  readonly row?: T;
}

/** How a client reads rows of one type. */
export interface RowKind<T extends ReceivedRow> {
  /** Omits optional fields with invalid values, and lists them in `problems` of the row. */
  read(value: unknown): RowReading<T>;
}

/** `row` is absent if a required field is invalid. `reason` is present if any field is invalid. */
export type RowReading<T> =
  | {readonly row: T; readonly reason?: undefined}
  | {readonly row?: T; readonly reason: string};

interface RowKindOptions<T> {
  /** One line, for `String(row)`. */
  describe(row: T): string;
  /** Name of the field that has a {@link Secret}. In `raw`, the secret is replaced. */
  readonly secret?: string;
}

/** Fields of a row type without those of {@link ReceivedRow}. */
export type RowFields<T extends ReceivedRow> = Omit<T, keyof ReceivedRow>;

export const rowKind = <T extends ReceivedRow>(
  schema: ObjectSchema,
  {describe, secret}: RowKindOptions<T>,
): RowKind<T> => {
  class Row implements ReceivedRow {
    #raw: unknown;
    declare readonly problems?: readonly RowProblem[];

    static read(received: Readonly<Record<string, unknown>>): RowReading<T> {
      const row = new Row() as Row & Record<string, unknown>;
      const identity: RowProblem[] = [];
      const problems: RowProblem[] = [];
      for (const {name, isOptional, plain, field} of fields) {
        const value = received[name];
        if (value === undefined && isOptional) continue;
        if (plain === 'text' ? typeof value === 'string' : plain === 'integer' && Number.isSafeInteger(value)) {
          row[name] = value;
          continue;
        }
        const read = field._zod.run({value, issues: []}, SYNC) as z.core.ParsePayload;
        const [issue] = read.issues;
        if (issue) (isOptional ? problems : identity).push({field: name, reason: reasonOf(issue)});
        else row[name] = read.value;
      }
      if (identity.length > 0) return {reason: textOf(identity)};
      row.#raw = secret === undefined ? received : conceal(received, row[secret] as Secret | undefined);
      if (problems.length === 0) return {row: row as unknown as T};
      return {row: Object.assign(row, {problems}) as unknown as T, reason: textOf(problems)};
    }

    get raw(): Readonly<Record<string, unknown>> {
      return this.#raw as Readonly<Record<string, unknown>>;
    }

    toString(): string {
      return describe(this as unknown as T);
    }
  }
  const fields = Object.entries(schema.shape).map(fieldOf);
  return {read: value => (isRecord(value) ? Row.read(value) : {reason: notRecord(value)})};
};

const SYNC = {async: false} as const;

const fieldOf = ([name, field]: [string, z.core.$ZodType]) => {
  const {def} = field._zod as z.core.$ZodTypes['_zod'];
  const isOptional = def.type === 'optional';
  return {name, field, isOptional, plain: plainType(isOptional ? def.innerType : field)};
};

/**
 * Type of a field whose values are checked without zod. If zod checked all fields, reading a page would take three
 * times as long.
 */
const plainType = (field: z.core.$ZodType): 'text' | 'integer' | undefined => {
  const {def} = field._zod as z.core.$ZodTypes['_zod'];
  if ('checks' in def && def.checks?.length) return undefined;
  if (def.type === 'string') return 'format' in def ? undefined : 'text';
  return def.type === 'number' && 'format' in def && def.format === 'safeint' ? 'integer' : undefined;
};

const notRecord = (input: unknown): string => issueText({code: 'invalid_type', expected: 'object', input});

const conceal = (value: unknown, secret: Secret | undefined): unknown => {
  if (typeof value === 'string') return secret && value.includes(secret.reveal()) ? String(secret) : value;
  if (Array.isArray(value)) return value.map(item => conceal(item, secret));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [String(conceal(key, secret)), conceal(field, secret)]),
  );
};

/** `data` has the rows with valid required fields, and `invalid` those with any invalid field. */
export const readRows = <T extends ReceivedRow>(
  kind: RowKind<T>,
  values: readonly unknown[],
): {readonly data: readonly T[]; readonly invalid: readonly InvalidRow<T>[]} => {
  const data: T[] = [];
  const invalid: InvalidRow<T>[] = [];
  values.forEach((raw, index) => {
    const {row, reason} = kind.read(raw);
    if (row) data.push(row);
    if (reason !== undefined) invalid.push({index, raw, reason, ...(row && {row})});
  });
  return {data, invalid};
};

/** Parsing fails if a required field is invalid. */
export const rowRead = <T extends ReceivedRow>(kind: RowKind<T>) =>
  z.transform((value: unknown, {issues}): T => {
    const {row, reason} = kind.read(value);
    if (row) return row;
    issues.push({code: 'custom', message: reason, input: undefined});
    return z.NEVER;
  });

/** Reads text as a {@link Secret}. */
export const secretRead = () =>
  z.pipe(
    z.string(),
    z.transform(value => new Secret(value)),
  );

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const reasonOf = (issue: z.core.$ZodRawIssue): string =>
  issue.path?.length ? `in it, ${issueText(issue)}` : issueText(issue);

const REASON_LENGTH = 200;

const textOf = (problems: readonly RowProblem[]): string => {
  const text = problems.map(({field, reason}) => `${field}: ${reason}`).join('; ');
  return text.length > REASON_LENGTH ? `${text.slice(0, REASON_LENGTH - 1)}…` : text;
};
