import {CommanderError} from '@commander-js/extra-typings';
import {createServer, type Server} from '../create-server.ts';
import {loadPackage} from '../load-package.ts';
import {OPTIONS, type OptionRecord} from '../options.ts';
import {loadGenerator} from '../seed/demo.ts';
import {createProgram, readFlags, type Settings, usageProblem} from './flags.ts';
import {addHealthcheck, checkHealth} from './healthcheck.ts';
import {startWithin} from './start-within.ts';
import {reasonOf, type Terminal, UNUSABLE} from './terminal.ts';

/** The exports of `@edge-console/test-tools`, an optional package, that the program uses. */
interface TestTools {
  readonly TEST_OPTIONS: OptionRecord;
  createTestServer(options: Settings['options']): Promise<Server & TwinServer>;
}

/**
 * With the flag `--twin`, the server imitates a recorded gateway. `twin` has the account and API token that the server
 * then accepts.
 */
interface TwinServer {
  readonly twin: {readonly username: string; readonly password: string; readonly apiToken: string} | undefined;
}

const loadTestTools = (purpose: string): Promise<TestTools> => loadPackage('@edge-console/test-tools', purpose);

/**
 * Resolves with the exit code: 0 after a requested stop, 2 if the server could not start. After a stop during the
 * start, the start continues in the background, so the caller must exit the process.
 */
export const run = async (argv: readonly string[], terminal: Terminal): Promise<number> => {
  let code = 0;
  try {
    const {tools, missing = ''} = await testToolsFor(argv, terminal);
    const options = tools?.TEST_OPTIONS ?? OPTIONS;
    const program = createProgram(options, terminal).addHelpText('after', missing);
    program.action(async flags => {
      code = await serve(await readFlags(flags, options), tools, terminal);
    });
    addHealthcheck(program).action(async ({url}) => {
      code = await checkHealth(url, terminal);
    });
    await program.parseAsync(argv, {from: 'user'});
    return code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    for (const problem of problemsOf(error)) terminal.err(`edge-server: ${problem}\n`);
    return UNUSABLE;
  }
};

/** `missing` is why the help has no flags for tests. */
const testToolsFor = async (
  argv: readonly string[],
  terminal: Terminal,
): Promise<{readonly tools?: TestTools; readonly missing?: string}> => {
  const {operands, unknown} = createProgram(OPTIONS, terminal).parseOptions([...argv]);
  const isHelp = unknown[0] === '--help';
  // Without a value, which may be a secret.
  const [flag] = /^(--[^=]*|-.)/.exec(unknown[0] ?? '') ?? [];
  let purpose = terminal.controlSecret === undefined ? undefined : 'a control secret';
  if (flag !== undefined) purpose = `${flag} is no flag of edge-server itself; a flag for tests`;
  if (isHelp) purpose = 'The list of flags for tests';
  if (purpose === undefined || operands.length > 0) return {};
  try {
    return {tools: await loadTestTools(purpose)};
  } catch (error) {
    if (!isHelp) throw error;
    return {missing: `\n${reasonOf(error)}`};
  }
};

const serve = async (settings: Settings, tools: TestTools | undefined, terminal: Terminal): Promise<number> => {
  const {live, waitMs: ms = 0} = settings.program;
  const generator = live ? await loadGenerator('--live') : undefined;
  const options = optionsOf(settings, terminal);
  const start = (): Promise<Server & Partial<TwinServer>> =>
    tools ? tools.createTestServer(options) : createServer(options);
  const say = (text: string) => terminal.err(`edge-server: ${text}\n`);
  const onWait = (problem: string) => say(`${problem}; waiting for ${ms / 1000} s at most`);
  // Loading a large seed takes minutes, and a stop request must not wait for it.
  const server = await Promise.race([
    startWithin(start, {ms, onWait}),
    terminal.stopped.then((): undefined => undefined),
  ]);
  if (!server) return 0;
  if (options.seed !== undefined && !server.seeded) {
    say('the database has data, so --seed was skipped; its users and tokens are those of its first start');
  }
  if ((await server.store.users.count()) === 0) {
    say('the database has no users; --seed demo or --seed FILE adds users to an empty database');
  }
  for (const [kind, account] of Object.entries({demo: server.demo, twin: server.twin})) {
    if (account) say(`${kind} user ${account.username}, password ${account.password}, API token ${account.apiToken}`);
  }
  const liveLogs = generator?.startLiveLogs({store: server.store, clock: server.clock});
  if (server.consoleToken !== undefined && options.consoleTokens === undefined) {
    say(`console API token ${server.consoleToken}`);
  }
  const consoleLine = server.consoleUrl === server.url ? '' : `edge-server console listening on ${server.consoleUrl}\n`;
  terminal.out(`edge-server listening on ${server.url}\n${consoleLine}`);
  await terminal.stopped;
  // `stop` is not awaited, because `server.close()` completes or aborts a pending write of the live logs.
  void liveLogs?.stop();
  await server.close();
  return 0;
};

const optionsOf = ({program, options}: Settings, terminal: Terminal): Settings['options'] => {
  const {logLevel: level = 'error'} = program;
  const {controlSecret = terminal.controlSecret} = options;
  return {
    port: 8080,
    log: {level, stream: {write: terminal.err}},
    // Only tests set the secret of `/__control`. They get a 500 instead of a response that violates the contract.
    strictResponses: controlSecret !== undefined,
    ...(controlSecret !== undefined && {controlSecret}),
    ...options,
  };
};

const problemsOf = (error: unknown): readonly string[] => {
  if (error instanceof CommanderError) return [usageProblem(error)];
  // `instanceof SeedError` is false if the test tools have their own copy of this package.
  const {problems} = error as {readonly problems?: readonly string[]};
  return problems?.map(problem => `--seed: ${problem}`) ?? [reasonOf(error)];
};
