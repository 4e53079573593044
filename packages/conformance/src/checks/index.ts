import type {Check} from '../check.ts';
import {ERROR_LOGS, TOKENS} from '../gateway/context.ts';
import {ACCESS} from './access.ts';
import {APPLICATIONS} from './applications.ts';
import {ERROR_LOG_ENTRIES} from './error-logs/entries.ts';
import {ERROR_LOG_FILTERS} from './error-logs/filters.ts';
import {ERROR_LOG_LEVELS} from './error-logs/levels.ts';
import {ERROR_LOG_REQUEST_IDS} from './error-logs/request-ids.ts';
import {REFUSALS} from './errors/read-errors.ts';
import {INVALID_PARAMETERS} from './errors/refusals.ts';
import {WRITE_REFUSALS} from './errors/write-errors.ts';
import {pagingChecks} from './paging.ts';
import {SESSION} from './session.ts';
import {SLASHES} from './slashes.ts';
import {TOKEN_EXPIRY} from './tokens/expiry.ts';
import {TOKEN_READS} from './tokens/read-tokens.ts';
import {TOKEN_WRITES} from './tokens/write-tokens.ts';

const RESOURCES = ['session', 'tokens', 'logs', 'applications', 'agents', 'errors'];

const resourceOf = ({id}: Check): number => RESOURCES.indexOf(id.split('.', 1)[0] ?? '');

/** All checks, in the order of the report. */
export const CHECKS: readonly Check[] = [
  ...ACCESS,
  ...SESSION,
  ...TOKEN_READS,
  ...pagingChecks({id: 'tokens', name: 'the token list', path: TOKENS, citation: 'docs/contract.md#api-tokens'}),
  ...TOKEN_WRITES,
  ...TOKEN_EXPIRY,
  ...ERROR_LOG_ENTRIES,
  ...pagingChecks({id: 'logs', name: 'the error-log list', path: ERROR_LOGS, citation: 'docs/contract.md#error-logs'}),
  ...ERROR_LOG_FILTERS,
  ...ERROR_LOG_REQUEST_IDS,
  ...ERROR_LOG_LEVELS,
  ...APPLICATIONS,
  ...SLASHES,
  ...REFUSALS,
  ...WRITE_REFUSALS,
  ...INVALID_PARAMETERS,
].sort((a, b) => resourceOf(a) - resourceOf(b));
