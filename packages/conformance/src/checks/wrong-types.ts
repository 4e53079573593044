import type {Check} from '../check.ts';
import {ERROR_LOGS, TOKENS, tokenPath} from '../gateway/paths.ts';
import {isSuccess} from '../http/answer.ts';
import {giveUp} from '../outcome.ts';
import {isTold} from './refusals.ts';

const QUERIES = [
  {id: 'tokens.list.text-page', name: 'page=x of the token list', path: TOKENS, query: 'page=x'},
  {id: 'tokens.list.negative-size', name: 'page_size=-1 of the token list', path: TOKENS, query: 'page_size=-1'},
  {id: 'logs.text-page', name: 'page=x of the error-log list', path: ERROR_LOGS, query: 'page=x'},
  {id: 'logs.negative-size', name: 'page_size=-1 of the error-log list', path: ERROR_LOGS, query: 'page_size=-1'},
  {id: 'logs.level.outside', name: 'level=9', path: ERROR_LOGS, query: 'level=9'},
  {id: 'logs.level.text', name: 'level=high', path: ERROR_LOGS, query: 'level=high'},
  {id: 'tokens.get.text-id', name: 'an id that is no number', path: tokenPath('x'), query: ''},
] as const;

/** The contract gives types and says nothing about other values: a gateway may pass over them, and must not break. */
export const WRONG_TYPES: readonly Check[] = QUERIES.map(({id, name, path, query}) => ({
  id,
  title: `${name} is refused with a status other than 0 and a msg, and without HTTP 5xx`,
  source: 'fact 1',
  needs: ['admin'],
  run: async (context, note) => {
    const answer = await context.call({path, ...(query !== '' && {query})});
    if (isSuccess(answer)) giveUp('the gateway passes over it');
    isTold(answer, note);
  },
}));
