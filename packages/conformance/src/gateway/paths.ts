import {contract} from '@edge-console/schema';

export const TOKENS = contract.listApiTokens.path;
export const LOGIN = contract.login.path;
export const LOGOUT = contract.logout.path;
export const ERROR_LOGS = contract.listErrorLogs.path;
export const AGENTS = contract.listAgents.path;

export const tokenPath = (id: unknown): string => `${TOKENS}/${encodeURIComponent(String(id))}`;
export const applicationsPath = (agent: unknown): string =>
  `${AGENTS}/${encodeURIComponent(String(agent))}/applications`;

/** An identifier that no gateway has reached: the largest of 32 bits. */
export const NO_ID = 2_147_483_647;
