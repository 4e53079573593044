import type {Base} from '@edge-console/schema';
import type {Answer} from '../http/answer.ts';

/** Who calls: by whatever is accepted, by one of the credentials given, as nobody, or with headers of one's own. */
export type Identity = 'admin' | 'api-token' | 'session' | 'console' | 'nobody' | Readonly<Record<string, string>>;

export interface Call {
  /** Default `admin`. */
  readonly base?: Base;
  /** Default GET. */
  readonly method?: string;
  readonly path: string;
  /** As it is sent, without `?`. */
  readonly query?: string;
  /** Default: `admin` or `console`, like the base. */
  readonly as?: Identity;
  /** JSON value of a body, or a text that is sent as it is. */
  readonly body?: {readonly json: unknown} | {readonly text: string};
  /** Default as the contract has it; null sends none. */
  readonly contentType?: string | null;
}

export interface Account {
  readonly username: string;
  readonly password: string;
}

/** What checks work with: one gateway, and what is known to get in. */
export interface Context {
  /** Sends one request. What it makes is written down, to be taken away at the end. */
  call(call: Call): Promise<Answer>;
  /** There for checks that need `login`. */
  readonly account: Account | undefined;
  /** The answer to the login of this run; there for checks that need `login`. */
  readonly login: Answer | undefined;
  /** There for checks that need `agent`. */
  readonly agent: string | undefined;
  /** Beginning of the name of every token that this run makes. */
  readonly runName: string;
}
