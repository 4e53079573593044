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
