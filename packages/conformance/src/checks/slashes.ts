import type {Check} from '../check.ts';
import type {Context} from '../gateway/context.ts';
import {AGENTS, applicationsPath, ERROR_LOGS, TOKENS, tokenPath} from '../gateway/paths.ts';
import {succeeded} from '../http/answer.ts';
import {giveUp} from '../outcome.ts';
import {reference} from './lists.ts';
import {withToken} from './own-token.ts';
import {trailingSlash} from './trailing-slash.ts';

const aToken = async (context: Context) => {
  const [row] = (await reference(context, TOKENS, 'page=1&page_size=1')).rows;
  return {path: tokenPath((row ?? giveUp('there is no API token')).id)};
};

/** Paths with a slash at their end; those of login and logout are among the session's. */
export const SLASHES: readonly Check[] = [
  trailingSlash({id: 'tokens.list', name: 'the token list', needs: ['admin'], call: () => ({path: TOKENS})}),
  trailingSlash({id: 'tokens.get', name: 'one token', needs: ['admin'], call: aToken}),
  {
    id: 'tokens.write.trailing-slash',
    title: 'create, update and delete take a trailing slash',
    source: 'fact 12',
    needs: ['admin', 'write'],
    run: context =>
      withToken(context, async ({id, name}) => {
        const path = `${tokenPath(id)}/`;
        const json = {name, expire: 0};
        succeeded(await context.call({method: 'POST', path: `${TOKENS}/`, body: {json}}));
        succeeded(await context.call({method: 'PUT', path, body: {json}}));
        succeeded(await context.call({method: 'DELETE', path}));
      }),
  },
  trailingSlash({
    id: 'logs',
    name: 'the error-log list',
    // The contract has this one itself.
    source: 'contract "Error logs"',
    needs: ['admin'],
    call: () => ({path: ERROR_LOGS}),
  }),
  trailingSlash({
    id: 'applications',
    name: 'the list of applications',
    needs: ['console', 'agent'],
    call: ({agent}) => ({base: 'console', path: applicationsPath(agent)}),
  }),
  trailingSlash({
    id: 'agents',
    name: 'the list of agents',
    needs: ['console'],
    call: () => ({base: 'console', path: AGENTS}),
  }),
];
