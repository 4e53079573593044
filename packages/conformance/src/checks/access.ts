import type {Check, Need} from '../check.ts';
import {applicationsPath, ERROR_LOGS, type Identity, TOKENS} from '../gateway/context.ts';
import {bodyOrFail} from '../http/response.ts';

const ADMIN_LISTS = [
  {id: 'tokens', name: 'the token list', path: TOKENS},
  {id: 'logs', name: 'the error-log list', path: ERROR_LOGS},
] as const;
const CREDENTIALS: readonly {as: Identity & Need; header: string}[] = [
  {as: 'api-token', header: 'API-Token'},
  {as: 'session', header: 'edge-token'},
];

export const ACCESS: readonly Check[] = [
  ...ADMIN_LISTS.flatMap(({id, name, path}) =>
    CREDENTIALS.map(
      ({as, header}): Check => ({
        id: `${id}.access.${as}`,
        title: `${name} accepts the credential in the ${header} header`,
        citation: 'docs/contract.md#authentication',
        needs: [as],
        run: async context => void bodyOrFail(await context.call({path, query: 'page_size=1', as})),
      }),
    ),
  ),
  {
    id: 'applications.access',
    title: 'the application list accepts the credential in the API-Token header',
    citation: 'docs/contract.md#authentication',
    needs: ['console', 'agent'],
    run: async context => void bodyOrFail(await context.call({base: 'console', path: applicationsPath(context.agent)})),
  },
];
