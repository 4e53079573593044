import {type Answer, isObject, statusOf} from '../http/answer.ts';
import {dataOf} from './read.ts';

/** What this run made on the gateway and must take away again. */
export interface Ledger {
  readonly tokens: ReadonlySet<number | string>;
  readonly sessions: ReadonlySet<string>;
  /** Whether a token may be there whose id is not known. */
  readonly unsure: boolean;
  /** Looks at every answer for what it made. */
  tokenMade(answer: Answer | undefined): void;
  tokenFound(id: unknown): void;
  sessionMade(answer: Answer): string | undefined;
}

const isId = (id: unknown): id is number | string => typeof id === 'number' || typeof id === 'string';

const isRefusal = (answer: Answer): boolean => typeof statusOf(answer) === 'number' && statusOf(answer) !== 0;

export const createLedger = (): Ledger => {
  const tokens = new Set<number | string>();
  const sessions = new Set<string>();
  let unsure = false;
  return {
    tokens,
    sessions,
    get unsure() {
      return unsure;
    },
    tokenMade(answer) {
      const data = answer && dataOf(answer);
      const id = isObject(data) ? data.id : undefined;
      if (isId(id)) tokens.add(id);
      // A refusal makes nothing; any other answer without an id leaves the question open.
      else if (!answer || (answer.http < 400 && !isRefusal(answer))) unsure = true;
    },
    tokenFound: id => void (isId(id) && tokens.add(id)),
    sessionMade(answer) {
      const data = dataOf(answer);
      const value = isObject(data) ? data['edge-token'] : undefined;
      if (typeof value !== 'string' || value === '') return undefined;
      sessions.add(value);
      return value;
    },
  };
};
