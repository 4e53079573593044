import {type Answer, isObject, isSuccess} from '../http/answer.ts';
import {NoAnswer} from '../http/no-answer.ts';
import type {Send} from './caller.ts';
import type {Ledger} from './ledger.ts';
import {LOGOUT, TOKENS, tokenPath} from './paths.ts';
import {dataOf, listOf} from './read.ts';

export interface CleanUpParts {
  readonly send: Send;
  readonly ledger: Ledger;
  /** Beginning of the names of this run's tokens. */
  readonly runName: string;
}

/** Takes away what this run made. Gives one line for each token or session that it could not take away. */
export const cleanUp = async ({send, ledger, runName}: CleanUpParts): Promise<readonly string[]> => {
  const problems: string[] = [];
  if (ledger.unsure) problems.push(...(await findLost({send, ledger, runName})));
  for (const id of ledger.tokens) {
    const state = await isOurs({send, ledger, runName}, id);
    if (state === 'gone') continue;
    if (state === 'ours') await quietly(send({method: 'DELETE', path: tokenPath(id), as: 'admin'}));
    if ((await isOurs({send, ledger, runName}, id)) !== 'gone') {
      problems.push(`the API token with id ${id} (${runName}…) may be left; delete it by hand`);
    }
  }
  for (const session of ledger.sessions) {
    if (!(await quietly(send({path: LOGOUT, as: {'edge-token': session}})))) {
      problems.push('a session of this run could not be ended');
    }
  }
  return problems;
};

/** A gateway may give the id of a deleted token to the next one, which is then somebody else's. */
const isOurs = async ({send, runName}: CleanUpParts, id: number | string): Promise<'ours' | 'gone' | 'unknown'> => {
  const answer = await quietly(send({path: tokenPath(id), as: 'admin'}));
  if (!answer) return 'unknown';
  if (!isSuccess(answer)) return answer.http < 500 ? 'gone' : 'unknown';
  const data = dataOf(answer);
  if (!isObject(data) || typeof data.name !== 'string') return 'unknown';
  return data.name.startsWith(runName) ? 'ours' : 'gone';
};

const PAGES = 100;

/** Looks for tokens by name, where a create was not answered as it should be. */
const findLost = async ({send, ledger, runName}: CleanUpParts): Promise<readonly string[]> => {
  for (let page = 1; page <= PAGES; page += 1) {
    const answer = await quietly(send({path: TOKENS, query: `page=${page}&page_size=100`, as: 'admin'}));
    if (!answer) return [`tokens named ${runName}… may be left: the list could not be read`];
    const {rows} = isObject(answer.json) && isSuccess(answer) ? listOf(answer, answer.json) : {rows: []};
    for (const {id, name} of rows) {
      if (typeof name === 'string' && name.startsWith(runName)) ledger.tokenFound(id);
    }
    if (rows.length === 0) break;
  }
  return [];
};

const quietly = async (sent: Promise<Answer>): Promise<Answer | undefined> => {
  try {
    return await sent;
  } catch (error) {
    if (error instanceof NoAnswer) return undefined;
    throw error;
  }
};
