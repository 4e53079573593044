import {randomBytes, randomUUID} from 'node:crypto';
import {BUILTIN_PLUGIN} from '@edge-console/schema';
import {type Check, fail, type Need, skip} from '../../check.ts';
import {
  AGENTS,
  applicationsPath,
  type Call,
  type Context,
  ERROR_LOGS,
  LOGIN,
  LOGOUT,
  NO_ID,
  TOKENS,
  tokenPath,
} from '../../gateway/context.ts';
import {isSuccess} from '../../http/response.ts';
import {type Refusal, refusalChecks} from './refusals.ts';

const AUTHENTICATION = 'docs/contract.md#authentication';

const unknownCredentials = (): readonly (readonly [id: string, what: string, as: Call['as'] & object])[] => [
  ['no-credential', 'without a credential', {}],
  ['wrong-token', 'with an unknown API token', {'API-Token': randomUUID()}],
  ['wrong-session', 'with an unknown session', {'edge-token': randomBytes(32).toString('hex')}],
];

const CLOSED: readonly {id: string; name: string; needs: readonly Need[]; call(context: Context): Call}[] = [
  {id: 'tokens.list', name: 'the token list', needs: [], call: () => ({path: TOKENS, query: 'page_size=1'})},
  {id: 'logs', name: 'the error-log list', needs: [], call: () => ({path: ERROR_LOGS, query: 'page_size=1'})},
  {
    id: 'applications',
    name: 'the application list',
    needs: ['console', 'agent'],
    call: ({agent}) => ({base: 'console', path: applicationsPath(agent)}),
  },
];

const ACCESS_REFUSALS: readonly [id: string, refusal: Refusal][] = CLOSED.flatMap(({id, name, needs, call}) =>
  unknownCredentials().map(([how, words, as]): [string, Refusal] => [
    `${id}.${how}`,
    {what: `${name} ${words}`, citation: AUTHENTICATION, needs, call: context => ({...call(context), as})},
  ]),
);

const login = (body: Call['body'] & object): Call => ({method: 'POST', path: LOGIN, as: 'none', body});

/** The user does not exist, so failed logins lock no account. */
const unknownUser = ({runName}: Context) => ({username: runName, password: randomUUID(), plugin: BUILTIN_PLUGIN});

const OTHER_REFUSALS: Readonly<Record<string, Refusal>> = {
  'errors.admin-path': {
    what: 'an unknown path of the admin site',
    needs: ['admin'],
    call: ({runName}) => ({path: `/admin-api/${runName}`}),
  },
  'errors.console-path': {
    what: 'an unknown path of the console',
    needs: ['console'],
    call: ({runName}) => ({base: 'console', path: `${AGENTS}/${runName}/${runName}`}),
  },
  'errors.method': {
    what: 'login with the method PATCH',
    call: () => ({method: 'PATCH', path: LOGIN, as: 'none', body: {json: {}}}),
  },
  'tokens.get.unknown': {
    what: 'get of a token that does not exist',
    needs: ['admin'],
    call: () => ({path: tokenPath(NO_ID)}),
  },
  'applications.unknown': {
    what: 'the application list of an agent that does not exist',
    needs: ['console'],
    call: () => ({base: 'console', path: applicationsPath(NO_ID)}),
  },
  'session.login.unknown-user': {
    what: 'login with wrong credentials',
    citation: 'docs/contract.md#login',
    call: context => login({json: unknownUser(context)}),
  },
  'session.login.broken-json': {what: 'login with a body that is not JSON', call: () => login({text: '{"username":'})},
  'session.login.no-body': {what: 'login without a body', call: () => login({text: ''})},
  'session.login.types': {
    what: 'login with fields of wrong types',
    call: () => login({json: {username: 7, password: ['x'], plugin: BUILTIN_PLUGIN}}),
  },
  'session.login.no-password': {
    what: 'login without a password',
    call: ({account, runName}) => login({json: {username: account?.username ?? runName, plugin: BUILTIN_PLUGIN}}),
  },
  'session.logout.wrong-session': {
    what: 'logout with an unknown session',
    citation: AUTHENTICATION,
    call: () => ({path: LOGOUT, as: {'edge-token': randomBytes(32).toString('hex')}}),
  },
};

export const REFUSALS: readonly Check[] = [
  ...refusalChecks({...Object.fromEntries(ACCESS_REFUSALS), ...OTHER_REFUSALS}),
  {
    id: 'session.login.failure-msg',
    title: 'wrong credentials are refused with the msg "incorrect login credentials"',
    citation: 'docs/field-facts.md#2',
    needs: [],
    run: async context => {
      const response = await context.call(login({json: unknownUser(context)}));
      if (isSuccess(response)) skip('the login succeeded');
      if (!response.text.includes('incorrect login credentials')) fail('the msg differs');
    },
  },
];
