import {randomBytes, randomUUID} from 'node:crypto';
import type {Check, Need} from '../check.ts';
import type {Call, Context} from '../gateway/context.ts';
import {AGENTS, applicationsPath, ERROR_LOGS, LOGIN, LOGOUT, NO_ID, TOKENS, tokenPath} from '../gateway/paths.ts';
import {isSuccess} from '../http/answer.ts';
import {fail, giveUp} from '../outcome.ts';
import {type Refusal, refusalChecks} from './refusals.ts';

const AUTHENTICATION = 'contract "Authentication"';
const ERRORS = 'contract "Errors"';

// Fresh each time, so that nobody can have them.
const strangers = (): readonly (readonly [id: string, what: string, as: Call['as'] & object])[] => [
  ['no-credential', 'without a credential', {}],
  ['wrong-token', 'with an API token that nobody has', {'API-Token': randomUUID()}],
  ['wrong-session', 'with a session that nobody has', {'edge-token': randomBytes(32).toString('hex')}],
];

const CLOSED: readonly {id: string; name: string; needs: readonly Need[]; call(context: Context): Call}[] = [
  {id: 'tokens.list', name: 'the token list', needs: [], call: () => ({path: TOKENS, query: 'page_size=1'})},
  {id: 'logs', name: 'the error-log list', needs: [], call: () => ({path: ERROR_LOGS, query: 'page_size=1'})},
  {
    id: 'applications',
    name: 'the list of applications',
    needs: ['console', 'agent'],
    call: ({agent}) => ({base: 'console', path: applicationsPath(agent)}),
  },
];

const ACCESS_REFUSALS: readonly Refusal[] = CLOSED.flatMap(({id, name, needs, call}) =>
  strangers().map(([how, words, as]) => ({
    id: `${id}.${how}`,
    what: `${name} ${words}`,
    source: AUTHENTICATION,
    needs,
    call: (context: Context) => ({...call(context), as}),
  })),
);

const login = (body: Call['body'] & object): Call => ({method: 'POST', path: LOGIN, as: 'nobody', body});

/** A user that nobody has, so that no account is locked by wrong passwords. */
const stranger = ({runName}: Context) => ({username: runName, password: randomUUID(), plugin: 'Builtin'});

const OTHER_REFUSALS: readonly Refusal[] = [
  {
    id: 'errors.admin-path',
    what: 'a path of the admin site that does not exist',
    source: ERRORS,
    needs: ['admin'],
    call: ({runName}) => ({path: `/admin-api/${runName}`}),
  },
  {
    id: 'errors.console-path',
    what: 'a path of the console that does not exist',
    source: ERRORS,
    needs: ['console'],
    call: ({runName}) => ({base: 'console', path: `${AGENTS}/${runName}/${runName}`}),
  },
  {
    id: 'errors.method',
    what: 'a method that login does not have',
    source: ERRORS,
    call: () => ({method: 'PATCH', path: LOGIN, as: 'nobody', body: {json: {}}}),
  },
  {
    id: 'tokens.get.unknown',
    what: 'an API token that does not exist',
    source: ERRORS,
    needs: ['admin'],
    call: () => ({path: tokenPath(NO_ID)}),
  },
  {
    id: 'applications.unknown',
    what: 'an agent that does not exist',
    source: ERRORS,
    needs: ['console'],
    call: () => ({base: 'console', path: applicationsPath(NO_ID)}),
  },
  {
    id: 'session.login.stranger',
    what: 'a login with wrong credentials',
    source: 'contract "Login"',
    call: context => login({json: stranger(context)}),
  },
  {
    id: 'session.login.broken-json',
    what: 'a login whose body is not JSON',
    source: ERRORS,
    call: () => login({text: '{"username":'}),
  },
  {
    id: 'session.login.no-body',
    what: 'a login without a body',
    source: ERRORS,
    call: () => login({text: ''}),
  },
  {
    id: 'session.login.types',
    what: 'a login whose fields have wrong types',
    source: ERRORS,
    call: () => login({json: {username: 7, password: ['x'], plugin: 'Builtin'}}),
  },
  {
    id: 'session.login.no-password',
    what: 'a login without a password',
    source: ERRORS,
    call: ({account, runName}) => login({json: {username: account?.username ?? runName, plugin: 'Builtin'}}),
  },
  {
    id: 'session.logout.wrong-session',
    what: 'logout with a session that nobody has',
    source: AUTHENTICATION,
    call: () => ({path: LOGOUT, as: {'edge-token': randomBytes(32).toString('hex')}}),
  },
];

export const REFUSALS: readonly Check[] = [
  ...[...ACCESS_REFUSALS, ...OTHER_REFUSALS].flatMap(refusalChecks),
  {
    id: 'session.login.words',
    title: 'wrong credentials are refused with the msg "incorrect login credentials"',
    source: 'fact 2',
    needs: [],
    run: async context => {
      const answer = await context.call(login({json: stranger(context)}));
      if (isSuccess(answer)) giveUp('the login was not refused');
      if (!answer.text.includes('incorrect login credentials')) fail('the msg is another');
    },
  },
];
