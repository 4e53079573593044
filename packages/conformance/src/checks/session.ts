import {loginResultSent} from '@edge-console/schema';
import type {Check} from '../check.ts';
import type {Call, Context} from '../gateway/context.ts';
import {LOGIN, LOGOUT, TOKENS} from '../gateway/paths.ts';
import {dataOf} from '../gateway/read.ts';
import {type Answer, describe, given, isObject, isSuccess, succeeded} from '../http/answer.ts';
import {fail, giveUp} from '../outcome.ts';
import {hasShape, inUnixSeconds} from './shape.ts';
import {statusOnly} from './status-only.ts';

const LOGIN_RESULT = 'contract "Login result"';
const login = {needs: ['login']} as const;
const DATE_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/;

/** Logs in with the account of the run, and with what differs. */
export const logIn = (context: Context, fields: object = {plugin: 'Builtin'}, call: Partial<Call> = {}) =>
  context.call({method: 'POST', path: LOGIN, as: 'nobody', body: {json: {...context.account, ...fields}}, ...call});

/** The login of this run: what is in its answer is no reason to log in again. */
const answered = ({login}: Context): Answer => login ?? giveUp('no login was tried');

const userOf = (answer: Answer) => {
  given(answer);
  const data = dataOf(answer);
  return isObject(data) ? data : giveUp('login answered no data');
};

const tokenOf = (answer: Answer): string => {
  const token = userOf(answer)['edge-token'];
  return typeof token === 'string' ? token : giveUp('login gave no edge-token');
};

const begin = async (context: Context) => ({'edge-token': tokenOf(await logIn(context))});

const end = async (context: Context, method: string): Promise<Answer> => {
  const as = await begin(context);
  if (!isSuccess(await context.call({path: TOKENS, query: 'page_size=1', as}))) giveUp('the session was not accepted');
  const answer = await context.call({method, path: LOGOUT, as});
  succeeded(answer);
  const after = await context.call({path: TOKENS, query: 'page_size=1', as});
  if (isSuccess(after)) fail(`after logout, ${describe(after)}`);
  return answer;
};

export const SESSION: readonly Check[] = [
  {
    ...login,
    id: 'session.login.shape',
    title: 'login answers id, username, edge-token, role, login_2fa and both times',
    source: LOGIN_RESULT,
    run: async (context, note) => {
      const answer = answered(context);
      succeeded(answer);
      hasShape(dataOf(answer), loginResultSent, {at: 'data', note});
    },
  },
  {
    ...login,
    id: 'session.login.date-text',
    title: 'both times of a login are text of the form YYYY-MM-DD HH:MM:SS.ffffff',
    source: LOGIN_RESULT,
    run: async context => {
      const {_created_unix, _modified_unix} = userOf(answered(context));
      for (const text of [_created_unix, _modified_unix]) {
        if (typeof text === 'string' && !DATE_TIME.test(text)) fail(`it is ${JSON.stringify(text)}`);
      }
    },
  },
  {
    ...login,
    id: 'session.login.msg',
    title: 'login answers a msg',
    source: 'contract "Login"',
    run: async context => {
      const {msg} = given(answered(context));
      if (typeof msg !== 'string') fail(`msg is ${msg === undefined ? 'missing' : typeof msg}`);
    },
  },
  {
    ...login,
    id: 'session.login.time',
    title: 'login answers its time in Unix seconds',
    source: 'contract "Common response envelope"',
    run: async context => {
      const {time} = given(answered(context));
      if (!Number.isInteger(time)) fail(`time is ${time === undefined ? 'missing' : JSON.stringify(time)}`);
      inUnixSeconds(time, 'time');
    },
  },
  {
    ...login,
    id: 'session.login.form',
    title: 'an edge-token has 64 hexadecimal characters',
    source: 'fact 5',
    run: async context => {
      const token = tokenOf(answered(context));
      if (!/^[0-9a-f]{64}$/i.test(token)) fail(`it has ${token.length} characters`);
    },
  },
  {
    ...login,
    id: 'session.login.no-plugin',
    title: 'login works without plugin and without remember',
    source: 'fact 4',
    run: async context => void succeeded(await logIn(context, {})),
  },
  {
    ...login,
    id: 'session.login.remember',
    title: 'login takes remember, true and false',
    source: 'contract "Login"',
    run: async context => {
      for (const remember of [true, false]) succeeded(await logIn(context, {plugin: 'Builtin', remember}));
    },
  },
  ...[null, 'application/x-www-form-urlencoded', 'text/plain'].map(
    (contentType): Check => ({
      ...login,
      id: `session.login.type-${contentType?.split('/')[1] ?? 'none'}`,
      title: `login reads JSON ${contentType ? `that is called ${contentType}` : 'without a Content-Type'}`,
      source: 'fact 3',
      run: async context => void succeeded(await logIn(context, {plugin: 'Builtin'}, {contentType})),
    }),
  ),
  {
    ...login,
    id: 'session.login.trailing-slash',
    title: 'login takes a trailing slash',
    source: 'fact 12',
    run: async context => void succeeded(await logIn(context, {plugin: 'Builtin'}, {path: `${LOGIN}/`})),
  },
  {
    ...login,
    id: 'session.many',
    title: 'each login gives a session of its own, and the end of one leaves the others',
    source: 'fact 6',
    run: async context => {
      const [first, second] = [await begin(context), await begin(context)];
      if (first['edge-token'] === second['edge-token']) giveUp('both logins gave the same session');
      given(await context.call({path: TOKENS, query: 'page_size=1', as: second}));
      given(await context.call({path: LOGOUT, as: first}));
      succeeded(await context.call({path: TOKENS, query: 'page_size=1', as: second}));
    },
  },
  {
    ...login,
    id: 'session.logout.get',
    title: 'GET logout ends the session',
    source: 'fact 6',
    run: async context => void (await end(context, 'GET')),
  },
  {
    ...login,
    id: 'session.logout.post',
    title: 'POST logout ends the session',
    source: 'fact 6',
    run: async context => void (await end(context, 'POST')),
  },
  {
    ...login,
    id: 'session.logout.answer',
    title: 'logout answers status alone',
    source: 'fact 6',
    run: async (context, note) => statusOnly(await context.call({path: LOGOUT, as: await begin(context)}), note),
  },
  {
    ...login,
    id: 'session.logout.trailing-slash',
    title: 'logout takes a trailing slash',
    source: 'fact 12',
    run: async context => void succeeded(await context.call({path: `${LOGOUT}/`, as: await begin(context)})),
  },
  ...(['8 hours without remember', '31 days with remember', '31 days at most'] as const).map(
    (time, index): Check => ({
      id: `session.validity.${['default', 'remember', 'maximum'][index]}`,
      title: `a session lasts ${time}`,
      source: 'contract "States and transitions"',
      needs: ['login'],
      run: async () => giveUp('no answer tells when a session ends, and this run does not wait that long'),
    }),
  ),
];
