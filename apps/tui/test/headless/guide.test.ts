import {spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {keyLabel} from '../../src/commands/key-name.ts';
import {EXIT_BY_CODE, EXITS} from '../../src/headless/exit.ts';
import {commandLayers} from '../../src/screens/registry.ts';
import {makeCertificate} from '../support/certificate.ts';
import {sharedFolder} from '../support/folder.ts';
import {API_TOKEN, sharedGateway, USERNAME} from '../support/gateway.ts';
import {badUpstream, seedOf} from '../support/incident.ts';
import {logEntry} from '../support/logs.ts';
import {createTunnel} from './proxy.ts';
import {prepareRecipes, readDocument, runScript, scriptsOf} from './recipe-runner.ts';

const guide = readDocument('guide.md');
const prose = guide.replaceAll(/^```[\s\S]*?^```/gm, '');
const inline = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
const commands = commandLayers().flatMap(layer => layer.commands);

/** First lines of the scripts, and commands, that do not run here, with the test that covers them. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'node_modules/.bin/node packaging/executable.ts': 'test/packaging/executable.test.ts',
  'node_modules/.bin/node packaging/debian.ts': 'test/packaging/debian.test.ts',
  'edge-console login': 'apps/tui/test/headless/session.test.ts',
};

/** Exit codes other than 0 that the guide gives. */
const EXIT_CODES: Readonly<Record<string, number>> = {
  'edge-console tokens audit --days 14': 7,
  'edge-console logs watch --level error --rate 10/min --new-pattern --for 30m': 10,
};

const firstLine = (script: string): string => (script.split('\n')[0] ?? '').split(/ +#/)[0] ?? '';
const scripts = [...scriptsOf(guide), ...new Set(inline.filter(code => code.startsWith('edge-console ')))];
const run = scripts.filter(script => NOT_RUN[firstLine(script)] === undefined);

const hasJq = spawnSync('jq', ['--version']).status === 0;

const folder = sharedFolder('guide');

// They take half a minute of processor time.
describe.runIf(process.env.EDGE_THOROUGH !== undefined)('the commands of docs/guide.md', () => {
  const caFile = join(folder, 'ca.pem');
  const gateway = sharedGateway(async () => {
    const tls = await makeCertificate('edge.example.com', 'edge-us.example.com', 'console.example.com');
    writeFileSync(caFile, tls.cert);
    const tokens = ['for tests', 'deploy'].map((name, at) => ({
      ...{username: USERNAME, name, expire: 0},
      ...(at === 0 && {token: API_TOKEN}),
    }));
    const {error_logs} = seedOf(badUpstream(new Date()));
    const agents = [1, 2].map(id => ({id, name: `edge-${id}`, applications: []}));
    return {tls, seed: {error_logs, agents, tokens}};
  });
  const tunnel = createTunnel(() => gateway().url);
  let proxy = '';
  let arrivals: NodeJS.Timeout | undefined;
  beforeAll(async () => {
    await once(tunnel.listen(0, '127.0.0.1'), 'listening');
    proxy = `http://127.0.0.1:${(tunnel.address() as AddressInfo).port}`;
    prepareRecipes(folder, {url: 'https://edge.example.com', caFile});
    for (const name of ['.edge', '.edge-us', '.edge-console']) {
      writeFileSync(join(folder, name), API_TOKEN, {mode: 0o600});
    }
    // Entries for the commands that wait for one. Each has a pattern of its own.
    let count = 0;
    arrivals = setInterval(() => {
      count += 1;
      const word = [...String(count)].map(digit => String.fromCharCode(97 + Number(digit))).join('');
      const log = `[error] 1#1: *1 ${word} broke, client: 10.0.0.1, upstream: "http://10.1.0.9:8080/"`;
      void gateway().store.errorLogs.append([logEntry(log, {log_time: Math.floor(Date.now() / 1000)})]);
    }, 200);
  });
  afterAll(() => {
    clearInterval(arrivals);
    tunnel.close();
    tunnel.closeAllConnections();
  });

  test.for(run.map(script => [firstLine(script), script] as const))(
    '$0',
    {timeout: 120_000},
    async ([, script], context) => {
      if (script.includes('jq') && !hasJq) context.skip('needs jq');
      const ca = script.includes('--ca-file') ? {} : {EDGE_CONSOLE_CA_FILE: caFile};
      const env = {...ca, HTTPS_PROXY: proxy, FOLLOW_ONE: '1', EDGE_CONSOLE_CREDENTIALS: 'file'};
      const {code, err} = await runScript(script.replaceAll('http://proxy.example.com:3128', proxy), folder, env);
      expect(code, err).toBe(EXIT_CODES[firstLine(script)] ?? 0);
    },
  );

  test('the commands of docs/guide.md write the files that the guide names', () => {
    const file = (name: string) => readFileSync(join(folder, name), 'utf8');
    expect(file('incident.md')).toMatch(/^# Incident report\n/);
    expect(file('findings.md')).toMatch(/^# Findings\n[\s\S]*upstream 10\.1\.0\.9:8080/);
    expect(JSON.parse(file('errors.ndjson').split('\n')[0] ?? '')).toHaveProperty('log');
    expect(file('deploy.secret')).toMatch(/^[0-9a-f-]{36}\n$/);
    expect(JSON.parse(file('edge-console/config.json')).profiles).toMatchObject({
      'prod-eu': {url: 'https://edge.example.com', label: 'PRODUCTION', writePolicy: 'confirm'},
      'prod-us': {writePolicy: 'read-only'},
      lab: {caFile},
    });
  });

  test('each command of docs/guide.md that this file does not run is covered by an existing test file', () => {
    expect(Object.keys(NOT_RUN).filter(line => !scripts.some(script => firstLine(script) === line))).toEqual([]);
    const root = join(import.meta.dirname, '../../../..');
    expect(Object.values(NOT_RUN).filter(file => !existsSync(join(root, file)))).toEqual([]);
  });
});

test('every exit code and error code is in the table of docs/guide.md, with the exit code that it has', () => {
  const rows = [...guide.matchAll(/^\| (\d+) +\| ([^|]*)\|/gm)];
  const codes = rows.flatMap(([, exit, cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, code]) => [code, exit]));
  const known = Object.entries(EXIT_BY_CODE).map(([code, exit]) => [code, String(EXITS[exit].code)]);
  expect(Object.fromEntries(codes)).toEqual(Object.fromEntries(known));
  expect(codes).toHaveLength(known.length);
  expect(new Set(rows.map(([, exit]) => Number(exit)))).toEqual(new Set(Object.values(EXITS).map(({code}) => code)));
});

test('every key in docs/guide.md belongs to a command, and the tables give the title of that command', () => {
  const titles = new Set(commands.flatMap(({keys, title}) => keys.map(key => `${keyLabel(key)} ${title}`)));
  const labels = new Set(commands.flatMap(({keys}) => keys.map(keyLabel)));
  const tables = [...guide.matchAll(/^\| key .*\n.*\n((?:\|.*\n)+)/gm)].flatMap(([, rows = '']) => [
    ...rows.matchAll(/^\| `([^`]+)` *\| (.*?) *\|$/gm),
  ]);
  expect(tables.length).toBeGreaterThan(10);
  expect(tables.map(([, key, title]) => `${key} ${title}`).filter(row => !titles.has(row))).toEqual([]);
  const keys = inline.filter(code => /^(?:[!-~]|\^[A-Z]|F\d+|Enter|Esc|Tab|Space)$/.test(code));
  expect(keys.filter(key => !labels.has(key))).toEqual([]);
});

test('every command that docs/guide.md types after a colon exists', () => {
  const ids = new Set(commands.map(({id}) => id));
  const typed = inline.flatMap(code => /^:([a-z-]+)/.exec(code)?.[1] ?? []);
  expect(typed.length).toBeGreaterThan(4);
  expect(typed.filter(id => !ids.has(id))).toEqual([]);
});

test('docs/guide.md has at most 3,000 words', () => {
  expect(guide.split(/\s+/).length).toBeLessThanOrEqual(3_000);
});
