import {NoResponse} from '../check.ts';
import {dataOf, type HttpResponse, isObject, isSuccess, listOf} from '../http/response.ts';
import {type Created, isId, type Send} from './caller.ts';
import {LOGOUT, TOKENS, tokenPath} from './context.ts';

interface CleanUpParts {
  readonly send: Send;
  readonly created: Created;
  readonly runName: string;
}

export const cleanUp = async (parts: CleanUpParts): Promise<readonly string[]> => {
  const {send, created, runName} = parts;
  const problems: string[] = [];
  if (created.hasUnknownToken) problems.push(...(await findTokens(parts)));
  for (const id of created.tokens) {
    const state = await tokenState(parts, id);
    if (state === 'gone') continue;
    if (state === 'ours') await unlessNoResponse(send({method: 'DELETE', path: tokenPath(id), as: 'admin'}));
    if ((await tokenState(parts, id)) !== 'gone') {
      problems.push(`the API token with id ${id} (${runName}…) may be left; delete it`);
    }
  }
  for (const session of created.sessions) {
    if (!(await unlessNoResponse(send({path: LOGOUT, as: {'edge-token': session}})))) {
      problems.push('a session of this run could not be ended');
    }
  }
  return problems;
};

/** Compares the name too, because a gateway may reuse the id of a deleted token. */
const tokenState = async ({send, runName}: CleanUpParts, id: number | string): Promise<'ours' | 'gone' | 'unknown'> => {
  const response = await unlessNoResponse(send({path: tokenPath(id), as: 'admin'}));
  if (!response) return 'unknown';
  if (!isSuccess(response)) return response.http < 500 ? 'gone' : 'unknown';
  const data = dataOf(response);
  if (!isObject(data) || typeof data.name !== 'string') return 'unknown';
  return data.name.startsWith(runName) ? 'ours' : 'gone';
};

const MAX_PAGES = 100;

const findTokens = async ({send, created, runName}: CleanUpParts): Promise<readonly string[]> => {
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const response = await unlessNoResponse(send({path: TOKENS, query: `page=${page}&page_size=100`, as: 'admin'}));
    if (!response) return [`tokens named ${runName}… may be left: the list could not be read`];
    const {rows} = isObject(response.json) && isSuccess(response) ? listOf(response, response.json) : {rows: []};
    for (const {id, name} of rows) {
      if (typeof name === 'string' && name.startsWith(runName) && isId(id)) created.tokens.add(id);
    }
    if (rows.length === 0) break;
  }
  return [];
};

const unlessNoResponse = (sent: Promise<HttpResponse>): Promise<HttpResponse | undefined> =>
  sent.catch(error => {
    if (error instanceof NoResponse) return undefined;
    throw error;
  });
