import {Secret} from '@edge-console/schema';
import {type ConnectOptions, openConnection} from '../core/connect.ts';
import type {Connection} from '../core/connection.ts';

export interface RunningDemo {
  readonly connection: Connection;
  close(): Promise<void>;
}

/** Starts the reference server in this process and signs in there as its first user. */
export const startDemo = async (options: ConnectOptions): Promise<RunningDemo> => {
  const {createDemo} = await import('@edge-console/server');
  const demo = await createDemo();
  const connection = openConnection(
    {profile: 'demo', url: demo.url, consoleUrl: demo.consoleUrl, consoleToken: new Secret(demo.apiToken)},
    options,
  );
  const session = await connection.client.session.login({username: demo.username, password: demo.password});
  return {
    connection: {
      ...connection,
      identity: {
        kind: 'session',
        username: session.username,
        role: session.role,
        endsAt: session.endsAt.getTime(),
        secondFactorDue: false,
      },
    },
    close: () => demo.close(),
  };
};
