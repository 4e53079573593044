import {type Answer, dataOf, isObject, isSuccess, listOf} from '../http/answer.ts';
import {NoAnswer} from '../outcome.ts';
import type {Send} from './caller.ts';
import type {Ledger} from './ledger.ts';
import {LOGOUT, TOKENS, tokenPath} from './paths.ts';

interface CleanUpParts {
  readonly send: Send;
  readonly ledger: Ledger;
  /** Prefix of the names of this run's tokens. */
  readonly runName: string;
}

/** Deletes the tokens and ends the sessions of this run. Returns one line for each that may be left. */
export const cleanUp = async ({send, ledger, runName}: CleanUpParts): Promise<readonly string[]> => {
  const problems: string[] = [];
  if (ledger.unsure) problems.push(...(await findTokens({send, ledger, runName})));
  for (const id of ledger.tokens) {
    const state = await tokenState({send, ledger, runName}, id);
    if (state === 'gone') continue;
    if (state === 'ours') await unlessNoAnswer(send({method: 'DELETE', path: tokenPath(id), as: 'admin'}));
    if ((await tokenState({send, ledger, runName}, id)) !== 'gone') {
      problems.push(`the API token with id ${id} (${runName}…) may be left; delete it`);
    }
  }
  for (const session of ledger.sessions) {
    if (!(await unlessNoAnswer(send({path: LOGOUT, as: {'edge-token': session}})))) {
      problems.push('a session of this run could not be ended');
    }
  }
  return problems;
};

/** Compares the name, because a gateway may give the id of a deleted token to a new one. */
const tokenState = async ({send, runName}: CleanUpParts, id: number | string): Promise<'ours' | 'gone' | 'unknown'> => {
  const answer = await unlessNoAnswer(send({path: tokenPath(id), as: 'admin'}));
  if (!answer) return 'unknown';
  if (!isSuccess(answer)) return answer.http < 500 ? 'gone' : 'unknown';
  const data = dataOf(answer);
  if (!isObject(data) || typeof data.name !== 'string') return 'unknown';
  return data.name.startsWith(runName) ? 'ours' : 'gone';
};

const MAX_PAGES = 100;

/** Adds tokens with a name of this run to the ledger. */
const findTokens = async ({send, ledger, runName}: CleanUpParts): Promise<readonly string[]> => {
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const answer = await unlessNoAnswer(send({path: TOKENS, query: `page=${page}&page_size=100`, as: 'admin'}));
    if (!answer) return [`tokens named ${runName}… may be left: the list could not be read`];
    const {rows} = isObject(answer.json) && isSuccess(answer) ? listOf(answer, answer.json) : {rows: []};
    for (const {id, name} of rows) {
      if (typeof name === 'string' && name.startsWith(runName)) ledger.addToken(id);
    }
    if (rows.length === 0) break;
  }
  return [];
};

const unlessNoAnswer = async (sent: Promise<Answer>): Promise<Answer | undefined> => {
  try {
    return await sent;
  } catch (error) {
    if (error instanceof NoAnswer) return undefined;
    throw error;
  }
};
