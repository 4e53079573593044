import {Secret} from '@edge-console/schema/values';
import {type ConnectOptions, openConnection} from '../core/connection/connect.ts';
import {loginTo} from '../core/connection/connection.ts';
import {memoryJournal} from '../core/connection/recorded-changes.ts';
import {UsageError} from './args.ts';

const DEMO_DEPLOYS = ['/activate\\(\\): shop [\\d.]+ is active/'];

export const startDemo = async (options: ConnectOptions, {nginx}: {readonly nginx: boolean}) => {
  const {createDemo} = await loadDemo();
  const demo = await createDemo(nginx ? {source: 'nginx'} : {}).catch((error: unknown) => {
    if (!nginx) throw error;
    throw new UsageError(`--nginx: ${error instanceof Error ? error.message : String(error)}`);
  });
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

const OLDEST_NODE = [24, 15] as const;

// `@edge-console/generator` is no runtime dependency of the console, because only the demo needs it.
const loadDemo = async () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]))
    throw new UsageError(`the demo needs Node.js ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`);
  try {
    return await import('@edge-console/generator/demo');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    throw new UsageError(
      'the demo needs a server and its data; run: npm install -g @edge-console/server @edge-console/generator',
    );
  }
};
