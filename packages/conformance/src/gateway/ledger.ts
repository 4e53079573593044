import {type Answer, dataOf, isObject, statusOf} from '../http/answer.ts';

/** What this run created on the gateway and must delete. */
export interface Ledger {
  readonly tokens: ReadonlySet<number | string>;
  readonly sessions: ReadonlySet<string>;
  /** Whether a token of unknown id may exist. */
  readonly unsure: boolean;
  /** Records the response to a create; undefined if none arrived. */
  addCreated(answer: Answer | undefined): void;
  addToken(id: unknown): void;
  /** Records the response to a login; returns its session token. */
  addSession(answer: Answer): string | undefined;
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
    addCreated(answer) {
      const data = answer && dataOf(answer);
      const id = isObject(data) ? data.id : undefined;
      if (isId(id)) tokens.add(id);
      else if (!answer || (answer.http < 400 && !isRefusal(answer))) unsure = true;
    },
    addToken: id => void (isId(id) && tokens.add(id)),
    addSession(answer) {
      const data = dataOf(answer);
      const value = isObject(data) ? data['edge-token'] : undefined;
      if (typeof value !== 'string' || value === '') return undefined;
      sessions.add(value);
      return value;
    },
  };
};
