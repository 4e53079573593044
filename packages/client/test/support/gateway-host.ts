import {createTestServer, type TestServer, type TestServerOptions} from '@edge-console/test-tools';

/** Starts the server `id`, or stops it if there are no options. */
export interface Command {
  readonly id: number;
  readonly options?: TestServerOptions;
}

export interface Reply {
  readonly id: number;
  readonly url?: string | undefined;
  readonly problem?: string;
}

const servers = new Map<number, TestServer>();

const run = async ({id, options}: Command): Promise<Reply> => {
  if (options) servers.set(id, await createTestServer(options));
  else {
    await servers.get(id)?.close();
    servers.delete(id);
  }
  return {id, url: servers.get(id)?.url};
};

process.on('message', async (command: Command) => {
  process.send?.(await run(command).catch(error => ({id: command.id, problem: String(error)})));
});
process.on('disconnect', () => process.exit());
