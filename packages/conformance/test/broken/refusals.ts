import {CHECKS} from '../../src/index.ts';
import {
  APPLICATIONS,
  answer,
  type BrokenServer,
  ERROR_LOGS,
  edit,
  HTML,
  json,
  LOGIN,
  refuseBy,
  TOKEN_GET,
  TOKEN_LIST,
  type When,
} from './break.ts';
import type {Serve} from './proxy.ts';

const ids = (pattern: RegExp): readonly string[] => CHECKS.map(({id}) => id).filter(id => pattern.test(id));
const always: When = () => true;

// What a refusal looks like is the subject of these.
const TOLD = [...ids(/\.told$/), ...ids(/(text-page|negative-size|text-id|level\.outside|level\.text)$/)];
const LOGINS_TOLD = ids(/^session\.login\..*\.told$/);

const noCredential: When = ({headers}) => headers['api-token'] === undefined && headers['edge-token'] === undefined;

const closed = (when: When, header: string): Serve =>
  answer(request => when(request) && request.headers[header] !== undefined, json({status: 403, msg: 'no'}, 403));

export const BROKEN_REFUSALS: readonly BrokenServer[] = [
  {
    name: 'every refusal as a success',
    // Whoever refuses nothing ends no session either, and keeps no token from being used.
    caughtBy: [
      ...ids(/\.refused$/),
      ...['session.logout.get', 'session.logout.post', 'tokens.delete.applies'],
      ...['tokens.expire.past', 'tokens.expire.changed'],
    ],
    serve: refuseBy(always, () => json({status: 0})),
  },
  {
    name: 'every refusal as HTTP 500',
    caughtBy: TOLD,
    serve: refuseBy(always, reply => ({...reply, http: 500})),
  },
  {
    name: 'every refusal in HTML',
    caughtBy: [...TOLD, 'session.login.words'],
    serve: refuseBy(always, () => HTML),
  },
  {
    name: 'every refusal without a msg',
    caughtBy: [...TOLD, 'session.login.words'],
    serve: refuseBy(always, ({http}) => json({status: 1}, http)),
  },
  {
    name: 'every refusal with status 0 in its body',
    caughtBy: TOLD,
    serve: refuseBy(always, ({http}) =>
      json({status: 0, msg: 'incorrect login credentials'}, http === 200 ? 400 : http),
    ),
  },
  {
    name: 'HTTP 500 for a token that does not exist',
    caughtBy: ['tokens.get.unknown.told'],
    serve: refuseBy(
      request => TOKEN_GET(request) && request.path.endsWith('/2147483647'),
      reply => ({...reply, http: 500}),
    ),
  },
  {
    name: 'HTML for a path that does not exist',
    caughtBy: ['errors.admin-path.told', 'errors.console-path.told'],
    serve: refuseBy(
      ({path}) => path.includes('edge-conformance'),
      () => HTML,
    ),
  },
  {
    name: 'HTTP 500 for a login that is not JSON',
    caughtBy: ['session.login.broken-json.told'],
    serve: answer(request => LOGIN(request) && request.body === '{"username":', json({status: 500, msg: 'oh'}, 500)),
  },
  {
    name: 'HTML for every refused login',
    caughtBy: [...LOGINS_TOLD, 'session.login.words'],
    serve: refuseBy(LOGIN, () => HTML),
  },
  {
    name: 'no list for an agent that does not exist',
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
      ['applications', 'the list of applications', APPLICATIONS],
    ] as const
  ).map(([id, name, when]) => ({
    name: `${name} for anyone`,
    caughtBy: [`${id}.no-credential.refused`],
    serve: refuseBy(
      request => when(request) && noCredential(request),
      () => json({status: 0, data: []}),
    ),
  })),
  {
    name: 'token list closed to edge-token',
    caughtBy: ['tokens.access.session'],
    serve: closed(TOKEN_LIST, 'edge-token'),
  },
  {
    name: 'token list closed to API-Token',
    caughtBy: ['tokens.access.api-token', 'tokens.create.works', 'tokens.expire.ahead'],
    serve: closed(TOKEN_LIST, 'api-token'),
  },
  {
    name: 'error-log list closed to edge-token',
    caughtBy: ['logs.access.session'],
    serve: closed(ERROR_LOGS, 'edge-token'),
  },
  {
    name: 'error-log list closed to API-Token',
    caughtBy: ['logs.access.api-token'],
    serve: closed(ERROR_LOGS, 'api-token'),
  },
  {
    name: 'a gateway that sends more than the contract has',
    caughtBy: [],
    serve: edit(always, body => ({...body, version: 7})),
  },
];
