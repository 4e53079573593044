import type {Answer} from '../http/answer.ts';
import type {Site} from '../http/send.ts';
import type {Redactor} from '../redact.ts';
import type {Call, Identity} from './context.ts';
import {exchange} from './exchange.ts';
import type {Ledger} from './ledger.ts';
import {LOGIN, TOKENS} from './paths.ts';

export type Headers = Readonly<Record<string, string>>;
export type Send = (call: Call) => Promise<Answer>;

export interface CallerParts {
  readonly sites: Readonly<Record<'admin' | 'console', Site>>;
  readonly ledger: Ledger;
  readonly redactor: Redactor;
  /** Headers of each identity; what is not there sends none. */
  readonly identities: ReadonlyMap<string, Headers>;
}

/** Sends calls, and writes down whatever they made: every create and every login goes through here. */
export const createCaller = ({sites, ledger, redactor, identities}: CallerParts): Send => {
  const headersOf = (identity: Identity): Headers =>
    typeof identity === 'string' ? (identities.get(identity) ?? {}) : identity;
  return async call => {
    const {base = 'admin', method, path} = call;
    const creates = method === 'POST' && path.startsWith(TOKENS);
    try {
      const answer = await exchange(sites[base], call, headersOf(call.as ?? base));
      if (creates) ledger.tokenMade(answer);
      const session = path.startsWith(LOGIN) ? ledger.sessionMade(answer) : undefined;
      if (session !== undefined) redactor.add(session);
      return answer;
    } catch (error) {
      // It may have been made all the same.
      if (creates) ledger.tokenMade(undefined);
      throw error;
    }
  };
};
