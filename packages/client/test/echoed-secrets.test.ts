import {subscribe, unsubscribe} from 'node:diagnostics_channel';
import type {IncomingMessage, RequestListener} from 'node:http';
import {contract, type OperationId} from '@edge-console/schema';
import {beforeEach, describe, expect, onTestFinished, test} from 'vitest';
import {createClient, type EdgeError} from '../src/index.ts';
import {tracesIn} from './support/leaks.ts';
import {failing} from './support/outcomes.ts';
import {serveHttp} from './support/serve.ts';

const TOKENS = {api: 'Tok/Ab+9"x\\zwolf%2F', session: 'Sess=/ion"K&7~Canary', console: '0c7f+Cons/ole<Q>Z'};
const PASSWORD = 'p/ä"ss wörd+%41 Qx7\\n';
const SECRETS = [...Object.values(TOKENS), PASSWORD];

/** How a gateway encodes the echoed text, and the JSON around it. */
interface Writing {
  readonly text: (secret: string) => string;
  readonly json: (value: unknown) => string;
}

const same = (text: string): string => text;
const ascii = (text: string): string =>
  text.replaceAll(/[^\x20-\x7e]/g, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
const form = (text: string): string => String(new URLSearchParams({a: text})).slice(2);

const WRITINGS: Readonly<Record<string, Writing>> = {
  plain: {text: same, json: JSON.stringify},
  'lua-cjson': {text: same, json: value => JSON.stringify(value).replaceAll('/', '\\/')},
  python: {text: same, json: value => ascii(JSON.stringify(value))},
  'python twice': {
    text: secret => ascii(JSON.stringify({password: secret})),
    json: value => ascii(JSON.stringify(value)),
  },
  pretty: {text: same, json: value => JSON.stringify(value, null, 2)},
  percent: {text: encodeURIComponent, json: JSON.stringify},
  'percent twice': {text: secret => encodeURIComponent(encodeURIComponent(secret)), json: JSON.stringify},
  form: {text: form, json: JSON.stringify},
  base64: {text: secret => Buffer.from(secret).toString('base64'), json: JSON.stringify},
  'base64 after one byte': {text: secret => Buffer.from(`:${secret}`).toString('base64'), json: JSON.stringify},
  'base64 of JSON': {
    text: secret => Buffer.from(ascii(JSON.stringify({user: 'al', password: secret}))).toString('base64'),
    json: JSON.stringify,
  },
  base64url: {text: secret => Buffer.from(`::${secret}`).toString('base64url'), json: JSON.stringify},
};

const CASES: Readonly<Record<string, (text: string) => string>> = {
  'as it is': same,
  'in upper case': text => text.toUpperCase(),
  'in lower case': text => text.toLowerCase(),
  'cut to 12 characters': text => text.slice(4, 16),
};

interface Body {
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Echo {
  readonly echo: string;
  readonly status: number;
}

/** Places in a response where a gateway can put the echoed text. */
const ECHOES: Readonly<Record<string, (echo: Echo, json: Writing['json']) => Body>> = {
  msg: ({echo, status}, json) => ({text: json({status, msg: `bad value ${echo}!`})}),
  'err value': ({echo, status}, json) => ({text: json({status, msg: 'no', err: echo})}),
  'err key': ({echo, status}, json) => ({text: json({status, err: {[echo]: 1}})}),
  nested: ({echo, status}, json) => ({text: json({status, err: [[{a: {b: [{[`k ${echo}`]: [`at ${echo}`]}]}}]]})}),
  'request id': ({echo, status}, json) => ({text: json({status}), headers: {'x-request-id': echo}}),
  location: ({echo}) => ({text: '', headers: {location: `http://other.example/${echo.replaceAll('"', '')}`}}),
  'other header': ({echo, status}, json) => ({text: json({status}), headers: {'x-received': `was ${echo}`}}),
  HTML: ({echo}) => ({text: `<!doctype html><p>${echo}`}),
  'plain text': ({echo}) => ({text: `invalid: ${echo}`}),
  'cut JSON': ({echo, status}, json) => ({text: json({status, msg: echo, data: {}}).slice(0, -5)}),
  'wrong shape': ({echo}, json) => ({text: json({status: echo, [echo]: {data: [{[echo]: echo}]}})}),
};

const STATUSES = [200, 400, 401, 403, 404, 429, 500, 503, 302];

const INPUTS = {
  listApiTokens: {},
  getApiToken: {params: {api_token_id: 1}},
  createApiToken: {body: {name: 'n', expire: 0}},
  updateApiToken: {params: {api_token_id: 1}, body: {name: 'n'}},
  deleteApiToken: {params: {api_token_id: 1}},
  login: {body: {username: 'ann', password: PASSWORD, plugin: 'Builtin'}},
  logout: {},
  listErrorLogs: {},
  listApplications: {params: {agent_id: 1}},
  listAgents: {},
} satisfies Record<OperationId, object>;
const OPERATIONS = Object.keys(INPUTS) as OperationId[];

interface Scenario {
  readonly writing: string;
  readonly echo: string;
  readonly status: number;
  readonly operation: OperationId;
  readonly casing: string;
}

/**
 * Every encoding and place. Statuses, operations and letter cases alternate; in CI, EDGE_THOROUGH tests every status.
 */
const scenarios = function* (): Generator<Scenario> {
  let turn = 0;
  for (const writing of Object.keys(WRITINGS)) {
    for (const echo of Object.keys(ECHOES)) {
      for (const status of STATUSES) {
        turn++;
        // 7 has no common factor with the numbers of statuses and operations, so that each of them occurs.
        if (process.env.EDGE_THOROUGH === undefined && turn % 7 !== 0) continue;
        const casings = Object.keys(CASES);
        for (const [place, operation] of OPERATIONS.entries()) {
          for (const [at, casing] of casings.entries()) {
            const isChosen = place === turn % OPERATIONS.length && at === (turn >> 1) % casings.length;
            if (isChosen) yield {writing, echo, status, operation, casing};
          }
        }
      }
    }
  }
};

const ALL = [...scenarios()];

const secretOf = async (request: IncomingMessage): Promise<string> => {
  const body = Buffer.concat(await request.toArray()).toString();
  const {'api-token': api, 'edge-token': session} = request.headers;
  return request.url?.endsWith('/login') ? JSON.parse(body).password : String(api ?? session);
};

/** Serves the scenario whose number is in the path. */
const echoing: RequestListener = async (request, response) => {
  const scenario = ALL[Number(request.url?.split('/')[2])];
  const writing = WRITINGS[scenario?.writing ?? ''];
  const place = ECHOES[scenario?.echo ?? ''];
  const casing = CASES[scenario?.casing ?? ''];
  if (!scenario || !writing || !place || !casing) throw new Error(`no scenario at ${request.url}`);
  const echo = casing(writing.text(await secretOf(request)));
  const status = scenario.status === 200 ? 7 : scenario.status;
  const {text, headers} = place({echo, status}, writing.json);
  response.writeHead(scenario.status, {...headers, 'retry-after': '0'}).end(text);
};

/** Fails a call in each scenario. Returns the texts that show a secret. */
const leaksOf = async (url: string, [number, scenario]: readonly [number, Scenario]): Promise<object[]> => {
  const events: unknown[] = [];
  const note = (event: unknown): void => {
    events.push(event);
  };
  const isSession = number % 2 === 0 || scenario.operation === 'logout';
  const client = createClient({
    baseUrl: `${url}/c/${number}/`,
    auth: {kind: isSession ? 'session' : 'api-token', token: isSession ? TOKENS.session : TOKENS.api},
    consoleToken: TOKENS.console,
    retries: 1,
    ...{onRequest: note, onResponse: note, onRetry: note, onExchange: note},
  });
  const error: EdgeError = await failing(client.call(scenario.operation, INPUTS[scenario.operation] as never));
  client.close();
  const shown = tracesIn([error, ...events], SECRETS);
  const isOneLine = error.message.length <= 500 && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(error.message);
  return [...shown.map(text => ({scenario, shown: text})), ...(isOneLine ? [] : [{scenario, message: error.message}])];
};

describe('a gateway that echoes a secret', () => {
  let published: unknown[];
  beforeEach(() => {
    published = [];
    for (const name of ['request', 'response', 'exchange', 'retry']) {
      const listener = (event: unknown): void => {
        published.push(event);
      };
      subscribe(`edge-client:${name}`, listener);
      onTestFinished(() => {
        unsubscribe(`edge-client:${name}`, listener);
      });
    }
  });

  test.each(Object.keys(WRITINGS))('a secret echoed as %s is in no error and no event', async writing => {
    const url = await serveHttp(echoing);
    const mine = [...ALL.entries()].filter(([, scenario]) => scenario.writing === writing);
    const found: object[] = [];
    while (mine.length > 0) {
      const batch = await Promise.all(mine.splice(0, 16).map(entry => leaksOf(url, entry)));
      found.push(...batch.flat());
    }
    expect(found.slice(0, 5)).toEqual([]);
    expect(found).toHaveLength(0);
    expect(published.length).toBeGreaterThan(0);
    expect(tracesIn(published.slice(0, 300), SECRETS)).toEqual([]);
  });
});

test('the scenarios with echoed secrets cover every operation of the contract', () => {
  expect(new Set(ALL.map(({operation}) => operation))).toEqual(new Set(Object.keys(contract)));
});
