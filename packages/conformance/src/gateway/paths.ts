import {contract} from '@edge-console/schema';

export const TOKENS = contract.listApiTokens.path;
export const LOGIN = contract.login.path;
export const LOGOUT = contract.logout.path;
export const ERROR_LOGS = contract.listErrorLogs.path;
export const AGENTS = contract.listAgents.path;

export const tokenPath = (id: unknown): string =>
  contract.getApiToken.path.replace('{api_token_id}', encodeURIComponent(String(id)));
export const applicationsPath = (agent: unknown): string =>
  contract.listApplications.path.replace('{agent_id}', encodeURIComponent(String(agent)));

/** An identifier that is assumed not to exist: the largest of 32 bits. */
export const NO_ID = 2_147_483_647;
