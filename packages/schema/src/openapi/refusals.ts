import type {Operation} from '../contract.ts';

export interface Refusal {
  readonly status: number;
  readonly when: string;
  readonly msg: string;
  /** Default: every operation can have this response. */
  of?(operation: Operation): boolean;
}

/** Login is the only operation without a credential. */
const isLogin = ({auth}: Operation): boolean => auth.length === 0;

export const REFUSALS = {
  BadRequest: {
    status: 400,
    when: 'A parameter, body or URL is invalid. `msg` names it and what is expected.',
    msg: 'page: must be a whole number',
  },
  Unauthorized: {
    status: 401,
    when: 'The credential is missing, unknown, expired or ended.',
    msg: 'send the header API-Token or edge-token',
    of: operation => !isLogin(operation),
  },
  NotFound: {
    status: 404,
    when: 'The resource does not exist, or not for this caller.',
    msg: 'there is no API token 7',
    of: ({path}) => path.includes('{'),
  },
  RequestTimeout: {
    status: 408,
    when: 'The request did not arrive in time.',
    msg: 'the request did not arrive in time',
  },
  ContentTooLarge: {
    status: 413,
    when: 'The body is larger than 1 MiB.',
    msg: 'Request body is too large',
    of: ({method, body}) => body !== undefined || method !== 'GET',
  },
  TooManyLogins: {
    status: 429,
    when: 'Too many logins of this account or from this address failed. `Retry-After` is the number of seconds to wait.',
    msg: 'too many failed logins; try again later',
    of: isLogin,
  },
  HeadersTooLarge: {
    status: 431,
    when: 'URL and headers are larger than 16 KiB.',
    msg: 'the URL and headers are too long; 16 KiB is the limit',
  },
  ServerError: {
    status: 500,
    when: 'A defect of the server. Its log has details.',
    msg: 'the server failed; its log says why',
  },
  Unavailable: {
    status: 503,
    when: 'The database is unavailable: its disk is full or read-only, or it cannot be reached. Nothing was changed.',
    msg: 'the database cannot do this now; try again later',
  },
  // The `msg` for wrong credentials differs from other 401 responses (docs/field-facts.md#2).
  BadLogin: {
    status: 401,
    when: 'Wrong username or password.',
    msg: 'incorrect login credentials',
    of: isLogin,
  },
  // The `default` response: 405, or an error response of a gateway or a proxy.
  Other: {
    status: 405,
    when:
      'Any other refusal. The reference server returns 405 with the header `Allow` for a method that the path does not ' +
      'have. A gateway may return any status, and a body that is not JSON.',
    msg: 'PATCH is not possible here; possible: GET, HEAD, POST',
    of: () => false,
  },
} as const satisfies Readonly<Record<string, Refusal>>;
export type RefusalName = keyof typeof REFUSALS;

const ENTRIES = Object.entries(REFUSALS) as [RefusalName, Refusal][];

/** HTTP status codes of {@link REFUSALS}, and 414 (URI Too Long), which {@link REFUSALS} does not contain. */
export const FAILURE_STATUSES: readonly number[] = [
  ...new Set([...ENTRIES.map(([, {status}]) => status), 414]),
].toSorted((a, b) => a - b);

export const refusalsOf = (operation: Operation): readonly (readonly [status: number, name: RefusalName])[] =>
  ENTRIES.filter(([, {of = () => true}]) => of(operation)).map(([name, {status}]) => [status, name]);

/** A failure that the gateway may report with HTTP 200. */
export const failureOf = (operation: Operation): Refusal =>
  isLogin(operation) ? REFUSALS.BadLogin : REFUSALS.BadRequest;
