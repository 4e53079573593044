import type {Context} from './gateway/context.ts';

/** What a check requires besides a base URL. */
export type Need = 'admin' | 'api-token' | 'login' | 'session' | 'console' | 'agent' | 'write';

/** Where the rule of a check is documented. */
export type Citation = `docs/contract.md#${string}` | `docs/field-facts.md#${number}`;

/** Adds a remark to the result of a check. A remark is not a failure. */
export type Note = (text: string) => void;

/** A rule for gateways. `run` calls `fail` if the gateway breaks it, and `skip` if that cannot be determined. */
export interface Check {
  /** Stable id. Begins with the resource, such as `tokens.`. */
  readonly id: string;
  readonly title: string;
  readonly citation: Citation;
  readonly needs: readonly Need[];
  run(context: Context, note: Note): Promise<void>;
}

type Shared = Pick<Check, 'citation' | 'needs'>;

export const checksOf = (
  shared: Shared,
  rows: Readonly<Record<string, Pick<Check, 'title' | 'run'> & Partial<Shared>>>,
): readonly Check[] => Object.entries(rows).map(([id, row]) => ({id, ...shared, ...row}));

/** Thrown if the gateway breaks the rule of a check. */
export class Broken extends Error {}

/** Thrown if it cannot be determined whether a rule holds. */
export class Unchecked extends Error {}

/** Thrown if a request gets no readable response. The message contains no headers and no bodies. */
export class NoResponse extends Error {}

/** A flag, a file or the gateway cannot be used. */
export class UsageError extends Error {}

// TypeScript treats the code after a call of this function as unreachable only if it is a `function` declaration.
export function fail(evidence: string): never {
  throw new Broken(evidence);
}

export function skip(reason: string): never {
  throw new Unchecked(reason);
}
