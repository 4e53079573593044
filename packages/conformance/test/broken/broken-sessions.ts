import {
  ask,
  type BrokenServer,
  edit,
  editData,
  json,
  LOGIN,
  LOGOUT,
  refuseBy,
  response,
  type When,
  without,
} from './break.ts';

const typed =
  (type: string): When =>
  request =>
    LOGIN(request) && (request.headers['content-type'] ?? '') === type;
const bodyHas =
  (key: string, wanted: boolean): When =>
  request =>
    LOGIN(request) && request.body.includes(`"${key}"`) === wanted && request.body.includes('edge-admin');
const refused = json({status: 400, msg: 'not like that'}, 400);

const sessions: string[] = [];
const ended = new Set<string>();

export const BROKEN_SESSIONS: readonly BrokenServer[] = [
  {
    name: 'login without role',
    caughtBy: ['session.login.shape'],
    serve: editData(LOGIN, data => without(data, 'role')),
  },
  {
    name: 'login with times as numbers',
    caughtBy: ['session.login.shape'],
    serve: editData(LOGIN, data => ({...data, _created_unix: 1_795_000_000.5})),
  },
  {
    name: 'login with times in ISO 8601',
    caughtBy: ['session.login.date-text'],
    serve: editData(LOGIN, data => ({...data, _created_unix: '2026-11-20T12:00:03.000Z'})),
  },
  {name: 'login without msg', caughtBy: ['session.login.msg'], serve: edit(LOGIN, body => without(body, 'msg'))},
  {name: 'login without time', caughtBy: ['session.login.time'], serve: edit(LOGIN, body => without(body, 'time'))},
  {
    name: 'login with its time in milliseconds',
    caughtBy: ['session.login.time'],
    serve: edit(LOGIN, body => ({...body, time: Number(body.time) * 1000})),
  },
  {
    name: 'login requires plugin',
    caughtBy: ['session.login.no-plugin'],
    serve: response(bodyHas('plugin', false), refused),
  },
  {
    name: 'login refuses remember',
    caughtBy: ['session.login.remember'],
    serve: response(bodyHas('remember', true), refused),
  },
  {
    name: 'login requires a Content-Type',
    caughtBy: ['session.login.type-none'],
    serve: response(typed(''), refused),
  },
  {
    name: 'login refuses forms',
    caughtBy: ['session.login.type-x-www-form-urlencoded'],
    serve: response(typed('application/x-www-form-urlencoded'), refused),
  },
  {
    name: 'login refuses text/plain',
    caughtBy: ['session.login.type-plain'],
    serve: response(typed('text/plain'), refused),
  },
  {
    name: 'sessions with other characters than hex digits',
    caughtBy: ['session.login.form'],
    serve: async (request, upstream) => {
      const session = request.headers['edge-token']?.replace(/^session-/, '');
      const reply = await upstream(
        session === undefined ? request : {...request, headers: {...request.headers, 'edge-token': session}},
      );
      return LOGIN(request) ? {...reply, body: reply.body.replace('"edge-token":"', '"edge-token":"session-')} : reply;
    },
  },
  {
    name: 'logout ends the next session too',
    caughtBy: ['session.many'],
    serve: async (request, upstream) => {
      const session = request.headers['edge-token'] ?? '';
      if (ended.has(session)) return json({status: 401, msg: 'ended'}, 401);
      const reply = await upstream(request);
      const made = LOGIN(request) ? /"edge-token":"(\w+)"/.exec(reply.body)?.[1] : undefined;
      if (made) sessions.push(made);
      const next = LOGOUT(request) ? sessions[sessions.indexOf(session) + 1] : undefined;
      if (next && sessions.includes(session)) ended.add(next);
      return reply;
    },
  },
  {
    name: 'logout does not end the session',
    caughtBy: ['session.logout.get', 'session.logout.post', 'session.logout.wrong-session.refused'],
    serve: response(LOGOUT, json({status: 0})),
  },
  {
    name: 'logout by POST only',
    caughtBy: ['session.logout.get', 'session.logout.response', 'session.logout.trailing-slash'],
    serve: response(request => LOGOUT(request) && request.method === 'GET', json({status: 405, msg: 'POST'}, 405)),
  },
  {
    name: 'logout by GET only',
    caughtBy: ['session.logout.post'],
    serve: response(request => LOGOUT(request) && request.method === 'POST', json({status: 405, msg: 'GET'}, 405)),
  },
  {
    name: 'logout with data',
    caughtBy: ['session.logout.response'],
    serve: edit(LOGOUT, body => ({...body, data: {}})),
  },
  {
    name: 'another msg for wrong credentials',
    caughtBy: ['session.login.failure-msg'],
    serve: refuseBy(LOGIN, reply => json({status: 401, msg: 'no'}, reply.http)),
  },
  {
    name: 'any password accepted',
    caughtBy: ['session.login.wrong-password.refused'],
    serve: ask(LOGIN, request => ({
      ...request,
      body: request.body.includes('edge-admin')
        ? request.body.replace(/"password":"[^"]*"/, '"password":"a long passphrase"')
        : request.body,
      headers: without(request.headers, 'content-length') as Record<string, string>,
    })),
  },
];
