import {CHECKS} from '../../src/index.ts';
import {
  APPLICATIONS,
  type BrokenServer,
  ERROR_LOGS,
  edit,
  HTML,
  json,
  LOGIN,
  refuseBy,
  response,
  TOKEN_GET,
  TOKEN_LIST,
  type When,
} from './break.ts';
import type {Serve} from './proxy.ts';

const ids = (pattern: RegExp): readonly string[] => CHECKS.map(({id}) => id).filter(id => pattern.test(id));
const always: When = () => true;

// Ids of the checks that a refusal has the form of a failure.
const FAILURE_FORM = [
  ...ids(/\.failure-form$/),
  ...ids(/(text-page|negative-size|text-id|level\.outside|level\.text)$/),
];
const LOGIN_FAILURE_FORM = ids(/^session\.login\..*\.failure-form$/);

const noCredential: When = ({headers}) => headers['api-token'] === undefined && headers['edge-token'] === undefined;

const refuses = (when: When, header: string): Serve =>
  response(request => when(request) && request.headers[header] !== undefined, json({status: 403, msg: 'no'}, 403));

export const BROKEN_REFUSALS: readonly BrokenServer[] = [
  {
    name: 'every refusal as a success',
    // Without refusals, ended sessions and expired tokens appear to be accepted.
    caughtBy: [
      ...ids(/\.refused$/),
      ...['session.logout.get', 'session.logout.post', 'tokens.delete.applies'],
      ...['tokens.expire.past', 'tokens.expire.changed'],
    ],
    serve: refuseBy(always, () => json({status: 0})),
  },
  {
    name: 'every refusal as HTTP 500',
    caughtBy: FAILURE_FORM,
    serve: refuseBy(always, reply => ({...reply, http: 500})),
  },
  {
    name: 'every refusal in HTML',
    caughtBy: [...FAILURE_FORM, 'session.login.failure-msg'],
    serve: refuseBy(always, () => HTML),
  },
  {
    name: 'every refusal without a msg',
    caughtBy: [...FAILURE_FORM, 'session.login.failure-msg'],
    serve: refuseBy(always, ({http}) => json({status: 1}, http)),
  },
  {
    name: 'every refusal with status 0 in its body',
    caughtBy: FAILURE_FORM,
    serve: refuseBy(always, ({http}) =>
      json({status: 0, msg: 'incorrect login credentials'}, http === 200 ? 400 : http),
    ),
  },
  {
    name: 'HTTP 500 for an unknown token',
    caughtBy: ['tokens.get.unknown.failure-form'],
    serve: refuseBy(
      request => TOKEN_GET(request) && request.path.endsWith('/2147483647'),
      reply => ({...reply, http: 500}),
    ),
  },
  {
    name: 'HTML for an unknown path',
    caughtBy: ['errors.admin-path.failure-form', 'errors.console-path.failure-form'],
    serve: refuseBy(
      ({path}) => path.includes('edge-conformance'),
      () => HTML,
    ),
  },
  {
    name: 'HTTP 500 for login with a body that is not JSON',
    caughtBy: ['session.login.broken-json.failure-form'],
    serve: response(request => LOGIN(request) && request.body === '{"username":', json({status: 500, msg: 'oh'}, 500)),
  },
  {
    name: 'HTML for every refused login',
    caughtBy: [...LOGIN_FAILURE_FORM, 'session.login.failure-msg'],
    serve: refuseBy(LOGIN, () => HTML),
  },
  {
    name: 'an empty list for an unknown agent',
    caughtBy: ['applications.unknown.refused'],
    serve: refuseBy(
      request => APPLICATIONS(request) && request.path.includes('2147483647'),
      () => json({status: 0, data: []}),
    ),
  },
  ...(
    [
      ['tokens.list', 'the token list', TOKEN_LIST],
      ['logs', 'the error-log list', ERROR_LOGS],
      ['applications', 'the application list', APPLICATIONS],
    ] as const
  ).map(([id, name, when]) => ({
    name: `${name} without a credential`,
    caughtBy: [`${id}.no-credential.refused`],
    serve: refuseBy(
      request => when(request) && noCredential(request),
      () => json({status: 0, data: []}),
    ),
  })),
  {
    name: 'token list refuses edge-token',
    caughtBy: ['tokens.access.session'],
    serve: refuses(TOKEN_LIST, 'edge-token'),
  },
  {
    name: 'token list refuses API-Token',
    caughtBy: ['tokens.access.api-token', 'tokens.create.works', 'tokens.expire.ahead'],
    serve: refuses(TOKEN_LIST, 'api-token'),
  },
  {
    name: 'error-log list refuses edge-token',
    caughtBy: ['logs.access.session'],
    serve: refuses(ERROR_LOGS, 'edge-token'),
  },
  {
    name: 'error-log list refuses API-Token',
    caughtBy: ['logs.access.api-token'],
    serve: refuses(ERROR_LOGS, 'api-token'),
  },
  {
    name: 'an additional key in every response',
    caughtBy: [],
    serve: edit(always, body => ({...body, version: 7})),
  },
];
