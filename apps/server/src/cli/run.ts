import {createServer} from '../create-server.ts';
import type {Server} from '../options/server.ts';
import {type DemoCredentials, loadGenerator} from '../seed/demo.ts';
import {SeedError, type SeedInput} from '../seed/seed.ts';
import {readSecret, readSeed, readTls} from './files.ts';
import {type Flags, HELP, parseFlags} from './flags.ts';
import {runHealthcheck} from './healthcheck.ts';
import {reasonOf, type Terminal, UNUSABLE} from './terminal.ts';
import {readTestFiles} from './test-flags.ts';
import {startWithin} from './wait.ts';

/**
 * Runs `edge-server`. Resolves with the exit code: 0 after a requested stop, 2 if it could not start. A start that is
 * stopped continues in the background, so the caller must exit the process.
 */
export const run = async (argv: readonly string[], terminal: Terminal): Promise<number> => {
  const [command = ''] = argv;
  if (MOVED.has(command)) {
    terminal.err(`edge-server: use edge-logs ${command}, a command of the package @edge-console/generator\n`);
    return UNUSABLE;
  }
  if (command === 'healthcheck') return runHealthcheck(argv.slice(1), terminal);
  const parsed = parseFlags(argv);
  switch (parsed.kind) {
    case 'help':
      terminal.out(HELP);
      return 0;
    case 'version':
      terminal.out(`${terminal.version}\n`);
      return 0;
    case 'unusable':
      terminal.err(`edge-server: ${parsed.problem}\n`);
      return UNUSABLE;
    case 'run':
      return serve(parsed.flags, terminal);
    default:
      return parsed satisfies never;
  }
};

// Commands of earlier versions.
const MOVED: ReadonlySet<string> = new Set(['import', 'generate']);

const serve = async (flags: Flags, terminal: Terminal): Promise<number> => {
  let server: Server | undefined;
  let generator: Awaited<ReturnType<typeof loadGenerator>> | undefined;
  try {
    if (flags.live) generator = await loadGenerator('--live');
    // A stop must not wait for a large seed, which takes minutes.
    const {waitMs: ms} = flags;
    const onWait = (problem: string) => terminal.err(`edge-server: ${problem}; waiting for ${ms / 1000} s at most\n`);
    const starting = startWithin(() => start(flags, terminal), {ms, onWait});
    server = await Promise.race([starting, terminal.stopped.then(() => undefined)]);
  } catch (error) {
    for (const problem of problemsOf(error)) terminal.err(`edge-server: ${problem}\n`);
    return UNUSABLE;
  }
  if (!server) return 0;
  if (flags.seed !== undefined && !server.seeded) {
    terminal.err(
      'edge-server: the database has data, so --seed was skipped; its users and tokens are those of its first start\n',
    );
  }
  if ((await server.store.users.count()) === 0) {
    terminal.err(
      'edge-server: the database has no users; --seed demo or --seed FILE adds users to an empty database\n',
    );
  }
  if (server.demo) terminal.err(demoLines(server.demo));
  const live = generator?.startLiveLogs({store: server.store, clock: server.clock});
  if (server.consoleToken !== undefined && flags.test.consoleTokenFile === undefined) {
    terminal.err(`edge-server: console API token ${server.consoleToken}\n`);
  }
  const consoleLine = server.consoleUrl === server.url ? '' : `edge-server console listening on ${server.consoleUrl}\n`;
  terminal.out(`edge-server listening on ${server.url}\n${consoleLine}`);
  await terminal.stopped;
  // Not awaited: closing the store completes or aborts the last write.
  void live?.stop();
  await server.close();
  return 0;
};

const start = async (flags: Flags, terminal: Terminal): Promise<Server> => {
  const {host, port, database, errors, seed, test} = flags;
  const {controlSecretFile} = test;
  const controlSecret = controlSecretFile ? await readSecret(controlSecretFile) : terminal.controlSecret;
  const tls = flags.tls && (await readTls(flags.tls));
  const content = seed === undefined || seed === 'demo' ? seed : await readSeed(seed);
  return createServer({
    host,
    port,
    database,
    errors,
    log: {level: flags.logLevel, stream: {write: terminal.err}},
    // With a control secret the server is a test double: contract violations fail, and requests are recorded.
    strictAnswers: controlSecret !== undefined,
    ...(controlSecret === undefined ? {keepRequests: 0} : {controlSecret}),
    ...test.options,
    ...(await readTestFiles(test)),
    ...(tls && {tls}),
    // Validated by createServer.
    ...(content !== undefined && {seed: content as SeedInput | 'demo'}),
    ...(flags.seedLogs !== undefined && {seedLogs: flags.seedLogs}),
  });
};

const demoLines = ({username, password, apiToken}: DemoCredentials): string =>
  `edge-server: demo user ${username}, password ${password}, API token ${apiToken}\n`;

const problemsOf = (error: unknown): readonly string[] => {
  if (error instanceof SeedError) return error.problems.map(problem => `--seed: ${problem}`);
  return [reasonOf(error)];
};
