import type {Context} from './gateway/context.ts';

/** What a check requires besides a base URL: credentials, a login, an agent, or permission to write. */
export type Need = 'admin' | 'api-token' | 'login' | 'session' | 'console' | 'agent' | 'write';

/**
 * Link to the documentation of the rule that a check tests: a section of the contract, or an entry of
 * docs/field-facts.md, which describes the behaviour of real gateways.
 */
export type Citation = `docs/contract.md#${string}` | `docs/field-facts.md#${number}`;

/** Adds a remark to the result of a check. A remark is not a failure. */
export type Note = (text: string) => void;

/**
 * A rule that gateways must obey. `run` returns if the gateway obeys the rule. It calls `fail` if the gateway does not,
 * and `skip` if this cannot be determined.
 */
export interface Check {
  /** Stable id for programs. Begins with the resource, such as `tokens.`. */
  readonly id: string;
  readonly title: string;
  readonly citation: Citation;
  readonly needs: readonly Need[];
  run(context: Context, note: Note): Promise<void>;
}

type Shared = Pick<Check, 'citation' | 'needs'>;

/**
 * Creates the checks of a table. The keys of the table are the check ids. `shared` has the defaults of `citation` and
 * `needs`.
 */
export const checksOf = (
  shared: Shared,
  rows: Readonly<Record<string, Pick<Check, 'title' | 'run'> & Partial<Shared>>>,
): readonly Check[] => Object.entries(rows).map(([id, row]) => ({id, ...shared, ...row}));

/** Thrown if the gateway breaks the rule of a check. The message describes what was observed. */
export class Broken extends Error {}

/** Thrown if it cannot be determined whether a rule holds. The message is the reason. */
export class Unchecked extends Error {}

/** Thrown if a request gets no readable response. The message contains no headers and no bodies. */
export class NoResponse extends Error {}

// TypeScript treats the code after a call of this function as unreachable only if it is a `function` declaration.
export function fail(evidence: string): never {
  throw new Broken(evidence);
}

export function skip(reason: string): never {
  throw new Unchecked(reason);
}
