import type {Client} from './client.ts';
import {createCore} from './core.ts';
import type {ClientOptions} from './options.ts';
import {createApplications} from './resources/applications.ts';
import {createErrorLogs} from './resources/error-logs.ts';
import {createApiTokens} from './resources/tokens.ts';

/** Makes a client of one gateway and its console. Throws an EdgeError `invalid_request` for options of no use. */
export const createClient = (options: ClientOptions): Client => {
  const core = createCore(options);
  return {
    ...core,
    apiTokens: createApiTokens(core.call),
    errorLogs: createErrorLogs(core.call),
    applications: createApplications(core.call),
  };
};
