import {Secret} from '@edge-console/schema/values';
import {type ConnectOptions, openConnection} from '../core/connection/connect.ts';
import {loginTo} from '../core/connection/connection.ts';
import {memoryJournal} from '../core/connection/recorded-changes.ts';
import {UsageError} from './args.ts';

interface DemoFlags {
  /** Whether a real nginx writes the error logs. */
  readonly nginx: boolean;
}

/** Matches the log line of the deploy in the demo data, as the field `deploys` of the config. */
const DEMO_DEPLOYS = ['/activate\\(\\): shop [\\d.]+ is active/'];

/**
 * Starts a server with demo data and logs in. Throws a {@link UsageError} if the packages of the demo, or nginx, are not
 * installed.
 */
export const startDemo = async (options: ConnectOptions, {nginx}: DemoFlags) => {
  const {createDemo} = await loadDemo();
  const demo = nginx ? await nginxDemo(createDemo) : await createDemo();
  const connection = openConnection(
    {profile: 'demo', url: demo.url, consoleUrl: demo.consoleUrl, consoleToken: new Secret(demo.apiToken)},
    {...options, journal: memoryJournal()},
  );
  return {
    connection: await loginTo(connection, {username: demo.username, password: demo.password}),
    deploys: DEMO_DEPLOYS,
    close: () => demo.close(),
  };
};

const nginxDemo = async (createDemo: Awaited<ReturnType<typeof loadDemo>>['createDemo']) => {
  try {
    return await createDemo({source: 'nginx'});
  } catch (error) {
    throw new UsageError(`--nginx: ${error instanceof Error ? error.message : String(error)}`);
  }
};

/** Oldest Node.js on which the server of the demo runs: major and minor version. */
const NODE = [24, 15] as const;

// Loads the packages that only the demo needs. The console does not depend on them, because they are many times its
// size.
const loadDemo = async () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < NODE[0] || (major === NODE[0] && minor < NODE[1])) {
    throw new UsageError(`the demo needs Node.js ${NODE.join('.')} or newer; this is ${process.versions.node}.`);
  }
  try {
    return await import('@edge-console/generator/demo');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    throw new UsageError(
      'the demo needs a server and its data; run: npm install -g @edge-console/server @edge-console/generator',
    );
  }
};
