import {Secret} from '@edge-console/schema/values';
import {type ConnectOptions, openConnection} from '../core/connect.ts';
import {type Connection, loginTo} from '../core/connection.ts';

export interface RunningDemo {
  readonly connection: Connection;
  close(): Promise<void>;
}

/** Starts the reference server in this process and signs in as its first user. */
export const startDemo = async (options: ConnectOptions): Promise<RunningDemo> => {
  const {createDemo} = await import('@edge-console/generator/demo');
  const demo = await createDemo();
  const connection = openConnection(
    {profile: 'demo', url: demo.url, consoleUrl: demo.consoleUrl, consoleToken: new Secret(demo.apiToken)},
    options,
  );
  return {
    connection: await loginTo(connection, {username: demo.username, password: demo.password}),
    close: () => demo.close(),
  };
};
