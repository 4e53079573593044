import {dataOf, type HttpResponse, isObject, statusOf} from '../http/response.ts';

/** What this run created on the gateway and must delete. */
export interface Ledger {
  readonly tokens: ReadonlySet<number | string>;
  readonly sessions: ReadonlySet<string>;
  /** Whether a token of unknown id may exist. */
  readonly unsure: boolean;
  /** Records the response to a create; undefined if none arrived. */
  addCreated(response: HttpResponse | undefined): void;
  addToken(id: unknown): void;
  /** Records the response to a login; returns its session token. */
  addSession(response: HttpResponse): string | undefined;
}

const isId = (id: unknown): id is number | string => typeof id === 'number' || typeof id === 'string';

const isRefusal = (response: HttpResponse): boolean =>
  typeof statusOf(response) === 'number' && statusOf(response) !== 0;

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
    addCreated(response) {
      const data = response && dataOf(response);
      const id = isObject(data) ? data.id : undefined;
      if (isId(id)) tokens.add(id);
      else if (!response || (response.http < 400 && !isRefusal(response))) unsure = true;
    },
    addToken: id => void (isId(id) && tokens.add(id)),
    addSession(response) {
      const data = dataOf(response);
      const value = isObject(data) ? data['edge-token'] : undefined;
      if (typeof value !== 'string' || value === '') return undefined;
      sessions.add(value);
      return value;
    },
  };
};
