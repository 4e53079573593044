import {readFileSync} from 'node:fs';
import {writeFile} from 'node:fs/promises';
import {request as requestHttps} from 'node:https';
import {join} from 'node:path';
import {generate} from 'selfsigned';
import {beforeAll, describe, expect, onTestFinished, test} from 'vitest';
import {run} from '../../../apps/server/src/cli/edge-server.ts';
import {sharedFolder} from '../../../apps/server/test/folder.ts';
import {ANN_TOKEN, type ApiResponse, call, paged, type Request, SEED} from './support.ts';

const SECRET = 'correct horse battery staple';
const TOKENS = '/admin-api/api_token';
const LOGS = '/admin-api/log_server/errlog';
const LOGIN = '/admin-api/user/login';

const read = (name: string) => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');
const facts = [...read('field-facts.md').matchAll(/<a id="(\d+)">/g)].map(([, id]) => Number(id));
const rows = read('testing-with-edge-server.md')
  .split('\n')
  .flatMap(line => {
    const [, fact, commands = ''] = /^\| \[(\d+)\]\(field-facts\.md#\1\) +\| (.*) \| [^|]* \|$/.exec(line) ?? [];
    return fact === undefined
      ? []
      : [{fact: Number(fact), commands: [...commands.matchAll(/`([^`]+)`/g)].map(([, one = '']) => one)}];
  });

const folder = sharedFolder('facts');
beforeAll(async () => {
  await writeFile(join(folder, 'seed.json'), JSON.stringify(SEED));
  const pems = await generate([{name: 'commonName', value: 'localhost'}], {keyType: 'ec'});
  await writeFile(join(folder, 'cert.pem'), pems.cert);
  await writeFile(join(folder, 'key.pem'), pems.private);
});

interface Staged {
  readonly url: string;
  readonly consoleUrl: string | undefined;
  readonly consoleToken: string | undefined;
  ask(path: string, request?: Request): Promise<ApiResponse>;
  control(method: string, path: string, body?: string): Promise<ApiResponse>;
}

/** Starts `edge-server` in this process with the seed of the tests and these flags. */
const startProgram = async (flags: readonly string[]): Promise<Staged> => {
  const stop = Promise.withResolvers<void>();
  const ready = Promise.withResolvers<void>();
  const output = {out: '', err: ''};
  const args = ['--port', '0', '--seed', join(folder, 'seed.json'), '--password-cost', 'minimal'];
  const files = flags.map(flag => (flag.endsWith('.pem') ? join(folder, flag) : flag));
  // Runs in the test process, where a server with an in-memory database starts in a few milliseconds.
  const exit = run([...args, ...files], {
    out: text => {
      output.out += text;
      ready.resolve();
    },
    err: text => {
      output.err += text;
    },
    stopped: stop.promise,
    version: '1.2.3',
    controlSecret: SECRET,
  });
  onTestFinished(async () => {
    stop.resolve();
    expect(await exit).toBe(0);
  });
  await Promise.race([ready.promise, exit.then(code => expect.fail(`exit code ${code}: ${output.err}`))]);
  const url = /^edge-server listening on (\S+)$/m.exec(output.out)?.[1] ?? '';
  return {
    url,
    consoleUrl: /^edge-server console listening on (\S+)$/m.exec(output.out)?.[1],
    consoleToken: /console API token (\S+)$/m.exec(output.err)?.[1],
    ask: (path, request) => call({url}, path, {token: ANN_TOKEN, ...request}),
    control: (method, path, body) =>
      call({url}, `/__control${path}`, {
        method,
        headers: {'Control-Secret': SECRET},
        ...(body !== undefined && {text: body}),
      }),
  };
};

/** Starts a server with the flags in a row of the table, then sends the control requests in the row. */
const stage = async (commands: readonly string[]): Promise<Staged> => {
  const staged = await startProgram(commands.filter(one => one.startsWith('--')).flatMap(one => one.split(' ')));
  for (const command of commands) {
    const [, method, path = '', body] = /^([A-Z]+) (\/\S+)(?: (\{.*\}))?$/.exec(command) ?? [];
    if (method === undefined) {
      expect(command).toMatch(/^(--|[a-z_]+(=\d+)?$)/);
      continue;
    }
    const {code, body: response} = await staged.control(method, path, body);
    expect([command, code, response.status]).toEqual([command, 200, 0]);
  }
  return staged;
};

const ANN = {username: 'ann', password: 'ann-password'};
const logsOf = async (staged: Staged, query = '') => paged(await staged.ask(`${LOGS}?${query}`));
const textOf = async (staged: Staged, path: string) =>
  (await fetch(staged.url + path, {headers: {'API-Token': ANN_TOKEN}})).text();
const sessionOf = ({body}: ApiResponse) => (body.data as {'edge-token': string})['edge-token'];

/** For each field fact, by its number: expects that a client of the server observes the fact. */
const SEEN: Readonly<Record<number, (staged: Staged) => Promise<void>>> = {
  1: async staged => {
    const {code, body} = await staged.ask(TOKENS);
    expect([code, body]).toEqual([200, {status: 7, msg: expect.any(String), err: {line: 1}}]);
  },
  2: async staged => {
    const {code, body} = await staged.ask(LOGIN, {json: {...ANN, password: 'another'}});
    expect([code, body]).toEqual([200, {status: 401, msg: 'incorrect login credentials'}]);
  },
  3: async staged => {
    expect((await staged.ask(LOGIN, {json: ANN})).body.msg).toContain('received no Content-Type');
  },
  4: async staged => {
    const {body} = await staged.ask(LOGIN, {json: {username: 'eve', password: 'eve-password'}});
    expect(body.status).toBe(0);
  },
  5: async staged => {
    const created = await staged.ask(TOKENS, {json: {name: 'new'}});
    // The seed has one token without a value. That token gets the first sequential id.
    expect(created.body.data).toMatchObject({token: '00000000-0000-4000-8000-000000000002'});
    expect(sessionOf(await staged.ask(LOGIN, {json: ANN}))).toBe('1'.padStart(64, '0'));
  },
  6: async staged => {
    expect((await staged.ask('/admin-api/user/logout')).code).toBe(404);
  },
  7: async ({url, consoleUrl = '', consoleToken = '', ask}) => {
    expect(consoleUrl).not.toBe(url);
    expect((await ask('/api/agents')).code).toBe(404);
    expect((await call({url: consoleUrl}, '/api/agents', {token: ANN_TOKEN})).code).toBe(401);
    expect((await call({url: consoleUrl}, '/api/agents', {token: consoleToken})).code).toBe(200);
  },
  8: async staged => {
    expect(await logsOf(staged, 'page=1&page_size=0')).toMatchObject({data: [{}, {}], meta: {count: 6}});
  },
  9: async staged => {
    expect((await logsOf(staged, 'start_time=1&end_time=2')).meta.count).toBe(6);
  },
  10: async staged => {
    expect((await logsOf(staged, 'level=0')).meta.count).toBe(6);
  },
  11: async staged => {
    expect((await logsOf(staged, 'req_id=0000a8800bac65d7fed03afd')).meta.count).toBe(1);
  },
  12: async staged => {
    expect((await logsOf(staged, 'page=2&page_size=100')).data.map(({log}) => log)).toEqual(['entry 3', 'entry 4']);
    expect((await logsOf(staged, 'page_size=1')).data.length).toBe(1);
  },
  13: async staged => {
    expect((await logsOf(staged, 'page_size=0')).data).toEqual({});
  },
  14: async ({url}) => {
    const refused = new Promise((_, reject) =>
      requestHttps(url, {agent: false}, () => {})
        .on('error', reject)
        .end(),
    );
    await expect(refused).rejects.toMatchObject({code: 'DEPTH_ZERO_SELF_SIGNED_CERT'});
  },
  15: async staged => {
    expect([(await staged.ask('/api/agents')).code, (await staged.ask('/api/agents/1/applications')).code]).toEqual([
      404, 200,
    ]);
  },
  16: async staged => {
    expect((await logsOf(staged, 'node_type=2')).data.map(({log}) => log)).toContain('of a log server');
  },
  17: async staged => {
    expect(paged(await staged.ask(TOKENS)).data).toContainEqual(expect.objectContaining({expire: 1_795_176_003}));
  },
  18: async staged => {
    const {data} = await logsOf(staged);
    expect(data.map(({id}) => id)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(data[0]).toMatchObject({id: 1, count: 9});
    expect(data[0]?.log_time).toBeGreaterThan(Number(data[5]?.log_time));
  },
  19: async staged => {
    expect((await logsOf(staged)).data[0]?.log).toMatch(/^2026\/11\/20 12:00:03 \[error\] 31#31: .*\[lua\].*\nstack/);
  },
  20: async staged => {
    const counts = new Set<number>();
    const first = new Set<unknown>();
    for (let at = 0; at < 10; at += 1) {
      const {data, meta} = await logsOf(staged, 'page_size=1');
      counts.add(meta.count);
      first.add(data[0]?.log);
    }
    expect(counts.size).toBeGreaterThan(2);
    expect(Math.max(...counts)).toBeLessThanOrEqual(11);
    expect(first.size).toBe(2);
  },
  21: async staged => {
    expect((await logsOf(staged)).data.map(({log}) => log)).toEqual(['entry 1', 'entry 2', 'entry 3', 'entry 4']);
    expect(await logsOf(staged, 'page=2&page_size=1')).toMatchObject({data: [{log: 'entry 2'}], meta: {count: 2}});
    expect(await logsOf(staged)).toEqual({data: [], meta: {count: 0}});
  },
  22: async staged => {
    const {data} = await logsOf(staged);
    expect(data[1]).toMatchObject({count: null, level: '4'});
    expect(data[2]).toMatchObject({count: 1, level: 5});
  },
  23: async staged => {
    await staged.control(
      'POST',
      '/seed',
      JSON.stringify({error_logs: [{level: 4, log_time: 1_900_000_000, log: '/é'}]}),
    );
    const text = await textOf(staged, LOGS);
    expect(text).toContain('"\\/\\u00e9"');
    expect((JSON.parse(text) as {data: {data: {log: string}[]}}).data.data[0]?.log).toBe('/é');
  },
  24: async staged => {
    const session = sessionOf(await staged.ask(LOGIN, {json: ANN}));
    expect((await staged.ask(TOKENS, {token: '', session})).body.status).toBe(0);
    await staged.control('POST', '/clock', '{"advance_ms": 28800000}');
    const {code, body} = await staged.ask(TOKENS, {token: '', session});
    expect([code, body]).toEqual([200, {status: 401, msg: 'API-Token or edge-token is not valid or has expired'}]);
  },
  25: async staged => {
    expect((await staged.ask(TOKENS, {json: {name: 'x'}})).code).toBe(403);
  },
  26: async staged => {
    await staged.ask(`${LOGS}?page=7&page_size=1`);
    const {body} = await staged.control('GET', '/requests?operation=listErrorLogs');
    expect(body.data).toMatchObject([{query: {page: 7, page_size: 1}}]);
  },
};

describe('the table of field facts', () => {
  test('docs/testing-with-edge-server.md has a row for every fact of docs/field-facts.md', () => {
    expect(facts.length).toBeGreaterThan(20);
    expect(rows.map(({fact}) => fact)).toEqual(facts);
  });

  test.each(rows)(
    'a server shows fact $fact of docs/field-facts.md with the documented commands: $commands',
    async ({fact, commands}) => {
      expect(commands.length).toBeGreaterThan(0);
      await SEEN[fact]?.(await stage(commands));
      expect(SEEN).toHaveProperty(String(fact));
    },
  );
});
