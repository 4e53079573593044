import type {Check, Need} from '../check.ts';
import type {Identity} from '../gateway/context.ts';
import {applicationsPath, ERROR_LOGS, TOKENS} from '../gateway/paths.ts';
import {succeeded} from '../http/answer.ts';

const ADMIN_LISTS = [
  {id: 'tokens', name: 'the token list', path: TOKENS},
  {id: 'logs', name: 'the error-log list', path: ERROR_LOGS},
] as const;
const WAYS: readonly {as: Identity & Need; header: string}[] = [
  {as: 'api-token', header: 'API-Token'},
  {as: 'session', header: 'edge-token'},
];

/** That each credential opens what it should. */
export const ACCESS: readonly Check[] = [
  ...ADMIN_LISTS.flatMap(({id, name, path}) =>
    WAYS.map(
      ({as, header}): Check => ({
        id: `${id}.access.${as}`,
        title: `${name} takes the credential in the ${header} header`,
        source: 'contract "Authentication"',
        needs: [as],
        run: async context => void succeeded(await context.call({path, query: 'page_size=1', as})),
      }),
    ),
  ),
  {
    id: 'applications.access',
    title: 'the list of applications takes the credential in the API-Token header',
    source: 'contract "Authentication"',
    needs: ['console', 'agent'],
    run: async context => void succeeded(await context.call({base: 'console', path: applicationsPath(context.agent)})),
  },
];
