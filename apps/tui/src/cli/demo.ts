import {Secret} from '@edge-console/schema/values';
import {memoryJournal} from '../core/connection/changes.ts';
import {type ConnectOptions, openConnection} from '../core/connection/connect.ts';
import {loginTo} from '../core/connection/connection.ts';

export const startDemo = async (options: ConnectOptions) => {
  const {createDemo} = await import('@edge-console/generator/demo');
  const demo = await createDemo();
  const connection = openConnection(
    {profile: 'demo', url: demo.url, consoleUrl: demo.consoleUrl, consoleToken: new Secret(demo.apiToken)},
    {...options, journal: memoryJournal()},
  );
  return {
    connection: await loginTo(connection, {username: demo.username, password: demo.password}),
    close: () => demo.close(),
  };
};
