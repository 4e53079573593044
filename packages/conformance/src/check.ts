import type {Context} from './gateway/context.ts';

/** What a check needs besides a base URL: credentials, a login, an agent, or permission to write. */
export type Need = 'admin' | 'api-token' | 'login' | 'session' | 'console' | 'agent' | 'write';

/** Where the rule of a check is documented: a section of the contract or a field fact. */
export type Citation = `docs/contract.md#${string}` | `docs/field-facts.md#${number}`;

/** Adds an observation, which is not a failure, to the result of a check. */
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
 * Creates the checks of a table, whose keys are the ids. `shared` has the citation and needs of rows without their own.
 */
export const checksOf = (
  shared: Shared,
  rows: Readonly<Record<string, Pick<Check, 'title' | 'run'> & Partial<Shared>>>,
): readonly Check[] => Object.entries(rows).map(([id, row]) => ({id, ...shared, ...row}));

/** Thrown if the rule of a check does not hold. The message is the evidence. */
export class Broken extends Error {}

/** Thrown if it cannot be determined whether a rule holds. The message is the reason. */
export class Unchecked extends Error {}

/** Thrown if a request gets no readable response. The message contains no headers and no bodies. */
export class NoResponse extends Error {}

// A `function` declaration: TypeScript then treats code after a call as unreachable.
export function fail(evidence: string): never {
  throw new Broken(evidence);
}

export function skip(reason: string): never {
  throw new Unchecked(reason);
}
