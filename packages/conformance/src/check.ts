import type {Context} from './gateway/context.ts';

/** What a check needs beyond a base URL. */
export type Need = 'admin' | 'api-token' | 'login' | 'session' | 'console' | 'agent' | 'write';

/** Where the rule of a check is written: a section of the contract or a field fact. */
export type Citation = `docs/contract.md#${string}` | `docs/field-facts.md#${number}`;

/** Records an observation that is no failure. */
export type Note = (text: string) => void;

/** One rule for a gateway and the test of it: `run` returns if the rule holds and calls `fail` or `skip` otherwise. */
export interface Check {
  /** Stable, for programs: resource first. */
  readonly id: string;
  readonly title: string;
  readonly citation: Citation;
  readonly needs: readonly Need[];
  run(context: Context, note: Note): Promise<void>;
}

type Shared = Pick<Check, 'citation' | 'needs'>;

/** Checks by id. `shared` applies to those that state no citation or needs of their own. */
export const checksOf = (
  shared: Shared,
  rows: Readonly<Record<string, Pick<Check, 'title' | 'run'> & Partial<Shared>>>,
): readonly Check[] => Object.entries(rows).map(([id, row]) => ({id, ...shared, ...row}));

/** The rule of a check does not hold. The message is the evidence. */
export class Broken extends Error {}

/** A check could not be made. The message is the reason. */
export class Unchecked extends Error {}

/** No readable response. The message has no headers and no bodies. */
export class NoResponse extends Error {}

// Function declarations, because TypeScript narrows control flow after a `never` call for these only.
export function fail(evidence: string): never {
  throw new Broken(evidence);
}

export function skip(reason: string): never {
  throw new Unchecked(reason);
}
