import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import type {QuietDay} from '@edge-console/generator';
import {createTestServer, type TestServer} from '@edge-console/test-tools';
import * as z from 'zod';
import {CONSOLE, type Programs} from '../../programs.ts';

const TOKEN = '00000000-0000-4000-8000-000000000001';
const DELAY_MS = 40;
const BATCH = 10_000;
const MAX_OUTPUT = 64 * 1024 * 1024;

const investigation = z.object({
  findings: z.array(
    z.object({title: z.string(), causes: z.array(z.object({dimension: z.string(), value: z.coerce.string()}))}),
  ),
});
export type Finding = z.infer<typeof investigation>['findings'][number];

export type Investigated = Awaited<ReturnType<typeof investigate>>;

export const assertCommand = async ({env}: Programs): Promise<void> => {
  const help = await runConsole(['logs', '--help'], env);
  if (!/^\s+investigate\b/m.test(help)) throw new Error('edge-console has no command logs investigate yet');
};

export const investigate = async ({env}: Programs, day: QuietDay) => {
  const server = await createTestServer({
    ...{database: ':memory:', keepRequests: 5000, recordBodies: 'off', passwordCost: 'minimal'},
    seed: {
      users: [{username: 'bench', password: 'bench', role: 'master'}],
      tokens: [{username: 'bench', name: 'bench', expire: 0, token: TOKEN}],
    },
  });
  await fill(server, day);
  server.setFault({kind: 'delay', ms: DELAY_MS});
  try {
    const began = performance.now();
    const output = await runConsole(
      ['logs', 'investigate', ...rangeOptions(day), '--output', 'json', '--url', server.url],
      {...env, EDGE_CONSOLE_API_TOKEN: TOKEN},
    );
    const seconds = (performance.now() - began) / 1000;
    const {findings} = investigation.parse(JSON.parse(output));
    return {findings, seconds, requests: server.requests().length};
  } finally {
    await server.close();
  }
};

const rangeOptions = ({range: {start, end}}: QuietDay): readonly string[] => [
  ...['--since', new Date(start * 1000).toISOString()],
  ...['--until', new Date((end - 1) * 1000).toISOString()],
];

const fill = async ({store}: TestServer, {agents, entries}: QuietDay): Promise<void> => {
  for (const {applications, ...agent} of agents) await store.agents.add(agent, applications);
  let batch: Parameters<typeof store.errorLogs.append>[0][number][] = [];
  for (const entry of entries()) {
    // V8 would otherwise store the text as a tree of concatenated strings, which takes twice the memory.
    batch.push({...entry, log: Buffer.from(entry.log).toString()});
    if (batch.length < BATCH) continue;
    await store.errorLogs.append(batch);
    batch = [];
  }
  await store.errorLogs.append(batch);
};

/** Rejects only if there is no output. The exit code is not 0 if the result is incomplete. */
const runConsole = async (args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> => {
  const options = {env, maxBuffer: MAX_OUTPUT};
  try {
    return (await promisify(execFile)(process.execPath, [CONSOLE, ...args], options)).stdout;
  } catch (error) {
    const {stdout = '', stderr = ''} = error as {stdout?: string; stderr?: string};
    if (stdout.trim() === '') throw new Error(stderr.trim() || String(error));
    return stdout;
  }
};
