import type {Context} from './gateway/context.ts';

/** What a check needs beyond a base URL. */
export type Need = 'admin' | 'api-token' | 'login' | 'session' | 'console' | 'agent' | 'write';

/** Where a check's sentence is written: a section of the contract, or a field fact. */
export type Source = `contract "${string}"` | `fact ${number}`;

/** Says something that is no reason to fail. */
export type Note = (text: string) => void;

/** One sentence about a gateway, and how to find out whether it holds: `run` returns, or ends by `fail` or `giveUp`. */
export interface Check {
  /** Stable, for machines: resource, then what. */
  readonly id: string;
  readonly title: string;
  readonly source: Source;
  readonly needs: readonly Need[];
  run(context: Context, note: Note): Promise<void>;
}
