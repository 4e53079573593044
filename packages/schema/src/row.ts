import * as z from 'zod/mini';
import {$ZodObjectJIT} from 'zod/v4/core';
import type {ObjectSchema} from './docs.ts';
import {issueText} from './issue.ts';
import type {Secret} from './secret.ts';

/** A field of a row that could not be read. */
export interface RowProblem {
  readonly field: string;
  /** One line without values, such as `expected a number, received null`. */
  readonly reason: string;
}

/** What a row has beside its fields. */
export interface ReceivedRow {
  /**
   * The row as received, with fields that the contract does not have: untrusted. A secret in it is replaced. Not
   * enumerable: JSON and copies by spread do not have it.
   */
  readonly raw: Readonly<Record<string, unknown>>;
  /** Odd fields, which are absent from the row. Absent if there is none. */
  readonly problems?: readonly RowProblem[];
}

/** A row of a page that is not in order (docs/field-facts.md#22). */
export interface InvalidRow<T> {
  /** Place in the page as received, from 0. */
  readonly index: number;
  /** As received: untrusted. */
  readonly raw: unknown;
  /** One line without values, at most 200 characters. */
  readonly reason: string;
  /** What could be read: the same object as in the page. Absent if the identity of the row could not be read. */
  readonly row?: T;
}

/** A row type and how it is read: {@link rowKind} makes one. */
export interface RowKind<T extends ReceivedRow> {
  /** Required fields are the identity of a row; optional ones may be absent. */
  readonly schema: ObjectSchema;
  parse(value: unknown): Parsed;
  create(fields: object, received: Received): T;
}

/** Result of zod's parser: the fields, or the raw issues of those that are odd. */
interface Parsed {
  readonly value: unknown;
  readonly issues: readonly z.core.$ZodRawIssue[];
}

interface Received {
  readonly raw: unknown;
  readonly problems?: readonly RowProblem[];
}

/** A row in order, a row with odd fields and the reason, or only the reason if its identity could not be read. */
export type RowReading<T> =
  | {readonly row: T; readonly reason?: undefined}
  | {readonly row?: T; readonly reason: string};

interface RowKindOptions<T> {
  /** Text of a row: one line. */
  describe(row: T): string;
  /** Field with a {@link Secret}, which `raw` must not contain. */
  readonly secret?: string;
}

/** Fields of a row type. */
export type RowFields<T extends ReceivedRow> = Omit<T, keyof ReceivedRow>;

/** Defines a row type: its schema, and its text. */
export const rowKind = <T extends ReceivedRow>(
  schema: ObjectSchema,
  {describe, secret}: RowKindOptions<T>,
): RowKind<T> => {
  class Row implements ReceivedRow {
    readonly #raw: unknown;
    declare readonly problems?: readonly RowProblem[];

    constructor(fields: object, {raw, problems}: Received) {
      Object.assign(this, fields);
      if (problems) this.problems = problems;
      this.#raw = secret === undefined ? raw : conceal(raw, (fields as Record<string, Secret>)[secret]);
    }

    get raw(): Readonly<Record<string, unknown>> {
      return this.#raw as Readonly<Record<string, unknown>>;
    }

    toString(): string {
      return describe(this as unknown as T);
    }
  }
  // The compiled parser of zod, which zod/mini leaves out: half the time for a page of rows.
  const parser = new $ZodObjectJIT((schema as unknown as z.core.$ZodObject)._zod.def);
  return {
    schema,
    parse: value => parser._zod.run({value, issues: []}, SYNC) as Parsed,
    create: (fields, received) => new Row(fields, received) as unknown as T,
  };
};

const SYNC = {async: false} as const;

/** The value with each text that contains the secret replaced. */
const conceal = (value: unknown, secret: Secret | undefined): unknown => {
  if (typeof value === 'string') return secret && value.includes(secret.reveal()) ? String(secret) : value;
  if (Array.isArray(value)) return value.map(item => conceal(item, secret));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [String(conceal(key, secret)), conceal(field, secret)]),
  );
};

/**
 * Reads a row. Odd values of optional fields are left out and listed in `problems`; null counts as odd, absence does not.
 * An odd value of a required field leaves no row.
 */
export const readRow = <T extends ReceivedRow>(kind: RowKind<T>, value: unknown): RowReading<T> => {
  const whole = kind.parse(value);
  if (whole.issues.length === 0) return {row: kind.create(whole.value as object, {raw: value})};
  const problems = problemsOf(whole.issues);
  const identity = problems.filter(({field}) => kind.schema.shape[field]?._zod.def.type !== 'optional');
  if (identity.length > 0) return {reason: textOf(identity)};
  const odd = new Set(problems.map(({field}) => field));
  const rest = Object.entries(value as object).filter(([name]) => !odd.has(name));
  const {value: fields} = kind.parse(Object.fromEntries(rest));
  return {row: kind.create(fields as object, {raw: value, problems}), reason: textOf(problems)};
};

/** Reads the rows of a page. Those with identity are in `data`, those that are not in order in `invalid`. */
export const readRows = <T extends ReceivedRow>(
  kind: RowKind<T>,
  values: readonly unknown[],
): {readonly data: readonly T[]; readonly invalid: readonly InvalidRow<T>[]} => {
  const data: T[] = [];
  const invalid: InvalidRow<T>[] = [];
  values.forEach((raw, index) => {
    const {row, reason} = readRow(kind, raw);
    if (row) data.push(row);
    if (reason !== undefined) invalid.push({index, raw, reason, ...(row && {row})});
  });
  return {data, invalid};
};

/** A schema that reads one row by {@link readRow} and fails without identity. */
export const rowRead = <T extends ReceivedRow>(kind: RowKind<T>) =>
  z.transform((value: unknown, {issues}): T => {
    const {row, reason} = readRow(kind, value);
    if (row) return row;
    issues.push({code: 'custom', message: reason, input: undefined});
    return z.NEVER;
  });

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first problem of each field. */
const problemsOf = (issues: readonly z.core.$ZodRawIssue[]): readonly RowProblem[] => {
  const problems = new Map<string, RowProblem>();
  for (const issue of issues) {
    const [field = '', ...inside] = (issue.path ?? []).map(String);
    const reason = issueText(issue);
    if (!problems.has(field)) problems.set(field, {field, reason: inside.length > 0 ? `in it, ${reason}` : reason});
  }
  return [...problems.values()];
};

const REASON_LENGTH = 200;

const textOf = (problems: readonly RowProblem[]): string => {
  const text = problems.map(({field, reason}) => (field === '' ? reason : `${field}: ${reason}`)).join('; ');
  return text.length > REASON_LENGTH ? `${text.slice(0, REASON_LENGTH - 1)}…` : text;
};
