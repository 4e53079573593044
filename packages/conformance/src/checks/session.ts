import {BUILTIN_PLUGIN, loginResultSent} from '@edge-console/schema';
import {type Check, checksOf, fail, skip} from '../check.ts';
import {type Call, type Context, LOGIN, LOGOUT, TOKENS} from '../gateway/context.ts';
import {bodyOrFail, bodyOrSkip, describe, type HttpResponse, isObject, isSuccess} from '../http/response.ts';
import {hasShape, hasUnixTime, statusOnly} from './response-shape.ts';

const SHARED = {needs: ['login'], citation: 'docs/field-facts.md#6'} as const;
const LOGIN_RESULT = 'docs/contract.md#login-result';
const DATE_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/;

const logIn = (context: Context, fields: object = {plugin: BUILTIN_PLUGIN}, call: Partial<Call> = {}) =>
  context.call({method: 'POST', path: LOGIN, as: 'none', body: {json: {...context.account, ...fields}}, ...call});

const loginOf = ({login}: Context): HttpResponse => login ?? skip('no login was tried');

const userOf = (response: HttpResponse) => {
  const {data} = bodyOrSkip(response);
  return isObject(data) ? data : skip('login returned no data');
};

const tokenOf = (response: HttpResponse): string => {
  const token = userOf(response)['edge-token'];
  return typeof token === 'string' ? token : skip('login returned no edge-token');
};

const listTokens = (context: Context, as: {'edge-token': string}) =>
  context.call({path: TOKENS, query: 'page_size=1', as});

const openSession = async (context: Context) => ({'edge-token': tokenOf(await logIn(context))});

const logOut = async (context: Context, method: string): Promise<void> => {
  const as = await openSession(context);
  if (!isSuccess(await listTokens(context, as))) skip('the session is not accepted');
  bodyOrFail(await context.call({method, path: LOGOUT, as}));
  const after = await listTokens(context, as);
  if (isSuccess(after)) fail(`after logout, ${describe(after)}`);
};

const waitsTooLong = async () => skip('no response has the end of a session, and the run does not wait that long');

export const SESSION: readonly Check[] = [
  ...checksOf(SHARED, {
    'session.login.shape': {
      title: 'login returns id, username, edge-token, role, login_2fa and both times',
      citation: LOGIN_RESULT,
      run: async (context, note) => {
        const {data} = bodyOrFail(loginOf(context));
        hasShape(data, loginResultSent, {at: 'data', note});
      },
    },
    'session.login.date-text': {
      title: 'both times of a login have the form YYYY-MM-DD HH:MM:SS.ffffff',
      citation: LOGIN_RESULT,
      run: async context => {
        const {_created_unix, _modified_unix} = userOf(loginOf(context));
        for (const text of [_created_unix, _modified_unix]) {
          if (typeof text === 'string' && !DATE_TIME.test(text)) fail(`it is ${JSON.stringify(text)}`);
        }
      },
    },
    'session.login.msg': {
      title: 'login returns a msg',
      citation: 'docs/contract.md#login',
      run: async context => {
        const {msg} = bodyOrSkip(loginOf(context));
        if (typeof msg !== 'string') fail(`msg is ${msg === undefined ? 'missing' : typeof msg}`);
      },
    },
    'session.login.time': {
      title: 'login returns its time in Unix seconds',
      citation: 'docs/contract.md#common-response-envelope',
      run: async context => hasUnixTime(bodyOrSkip(loginOf(context))),
    },
    'session.login.form': {
      title: 'an edge-token has 64 hex digits',
      citation: 'docs/field-facts.md#5',
      run: async context => {
        const token = tokenOf(loginOf(context));
        if (!/^[0-9a-f]{64}$/i.test(token)) fail(`it has ${token.length} characters`);
      },
    },
    'session.login.no-plugin': {
      title: 'login works without plugin and without remember',
      citation: 'docs/field-facts.md#4',
      run: async context => void bodyOrFail(await logIn(context, {})),
    },
    'session.login.remember': {
      title: 'login accepts remember, true and false',
      citation: 'docs/contract.md#login',
      run: async context => {
        for (const remember of [true, false]) bodyOrFail(await logIn(context, {plugin: BUILTIN_PLUGIN, remember}));
      },
    },
  }),
  ...[null, 'application/x-www-form-urlencoded', 'text/plain'].map(
    (contentType): Check => ({
      ...SHARED,
      id: `session.login.type-${contentType?.split('/')[1] ?? 'none'}`,
      title: `login parses JSON ${contentType ? `with the Content-Type ${contentType}` : 'without a Content-Type'}`,
      citation: 'docs/field-facts.md#3',
      run: async context => void bodyOrFail(await logIn(context, {plugin: BUILTIN_PLUGIN}, {contentType})),
    }),
  ),
  ...checksOf(SHARED, {
    'session.login.trailing-slash': {
      title: 'login accepts a trailing slash',
      citation: 'docs/field-facts.md#12',
      run: async context => void bodyOrFail(await logIn(context, {plugin: BUILTIN_PLUGIN}, {path: `${LOGIN}/`})),
    },
    'session.many': {
      title: 'each login creates a session, and logout ends that session only',
      run: async context => {
        const [first, second] = [await openSession(context), await openSession(context)];
        if (first['edge-token'] === second['edge-token']) skip('both logins returned the same session');
        bodyOrSkip(await listTokens(context, second));
        bodyOrSkip(await context.call({path: LOGOUT, as: first}));
        bodyOrFail(await listTokens(context, second));
      },
    },
    'session.logout.get': {title: 'GET logout ends the session', run: context => logOut(context, 'GET')},
    'session.logout.post': {title: 'POST logout ends the session', run: context => logOut(context, 'POST')},
    'session.logout.response': {
      title: 'logout returns status only',
      run: async (context, note) =>
        statusOnly(await context.call({path: LOGOUT, as: await openSession(context)}), note),
    },
    'session.logout.trailing-slash': {
      title: 'logout accepts a trailing slash',
      citation: 'docs/field-facts.md#12',
      run: async context => void bodyOrFail(await context.call({path: `${LOGOUT}/`, as: await openSession(context)})),
    },
  }),
  ...checksOf(
    {needs: ['login'], citation: 'docs/contract.md#states-and-transitions'},
    {
      'session.validity.default': {title: 'a session is valid for 8 hours without remember', run: waitsTooLong},
      'session.validity.remember': {title: 'a session is valid for 31 days with remember', run: waitsTooLong},
      'session.validity.maximum': {title: 'a session is valid for 31 days at most', run: waitsTooLong},
    },
  ),
];
