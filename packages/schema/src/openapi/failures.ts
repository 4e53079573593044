import type {Operation} from '../contract.ts';
import type {Failure} from '../failure.ts';

/** A refusal: its name among the components, when it occurs, and an example. */
export interface Refusal {
  readonly name: string;
  readonly description: string;
  readonly example: Failure;
}

const refusal = (status: number, name: string, {when, msg}: {when: string; msg: string}): Refusal => ({
  name,
  description: when,
  example: {status, msg},
});

/** Refusals of the reference server, by HTTP status. */
export const REFUSALS = {
  400: refusal(400, 'BadRequest', {
    when: 'A parameter, body or URL is invalid. `msg` names it and what is expected.',
    msg: 'page: must be a whole number',
  }),
  401: refusal(401, 'Unauthorized', {
    when: 'The credential is missing, unknown, expired or ended.',
    msg: 'send the header API-Token or edge-token',
  }),
  404: refusal(404, 'NotFound', {
    when: 'The resource does not exist, or not for this caller.',
    msg: 'there is no API token 7',
  }),
  408: refusal(408, 'RequestTimeout', {
    when: 'The request did not arrive in time.',
    msg: 'the request did not arrive in time',
  }),
  413: refusal(413, 'ContentTooLarge', {
    when: 'The body is larger than 1 MiB.',
    msg: 'Request body is too large',
  }),
  429: refusal(429, 'TooManyLogins', {
    when: 'Too many logins of this account or from this address failed. `Retry-After` is the number of seconds to wait.',
    msg: 'too many failed logins; try again later',
  }),
  431: refusal(431, 'HeadersTooLarge', {
    when: 'URL and headers are larger than 16 KiB.',
    msg: 'the URL and headers are too long; 16 KiB is the limit',
  }),
  500: refusal(500, 'ServerError', {
    when: 'A defect of the server. Its log has details.',
    msg: 'the server failed; its log says why',
  }),
  503: refusal(503, 'Unavailable', {
    when: 'The database is unavailable: its disk is full or read-only, or it cannot be reached. Nothing was changed.',
    msg: 'the database cannot do this now; try again later',
  }),
} as const satisfies Readonly<Record<number, Refusal>>;
type RefusalStatus = keyof typeof REFUSALS;

/** The refusal of login (docs/field-facts.md#2). */
export const BAD_LOGIN = refusal(401, 'BadLogin', {
  when: 'Wrong username or password.',
  msg: 'incorrect login credentials',
});

/** All other refusals: 405, and those of a gateway or a proxy in front of it. */
export const OTHER = refusal(405, 'Other', {
  when:
    'Any other refusal. The reference server returns 405 with the header `Allow` for a method that the path does not ' +
    'have. A gateway may return any status, and a body that is not JSON.',
  msg: 'PATCH is not possible here; possible: GET, HEAD, POST',
});

/** `status` of a failure by the reference server: its HTTP status. 405 and 414 are among {@link OTHER}. */
export const FAILURE_STATUSES: readonly number[] = [...Object.keys(REFUSALS).map(Number), 405, 414].toSorted(
  (a, b) => a - b,
);

/** Refusals of an operation by the reference server, by HTTP status. */
export const refusalsOf = ({method, path, auth, body}: Operation): Readonly<Record<string, Refusal>> => {
  const possible: Readonly<Record<RefusalStatus, boolean>> = {
    400: true,
    401: auth.length > 0,
    404: path.includes('{'),
    408: true,
    413: body !== undefined || method !== 'GET',
    // Login is the only operation without a credential.
    429: auth.length === 0,
    431: true,
    500: true,
    503: true,
  };
  const refusals = Object.entries(REFUSALS).filter(([status]) => possible[Number(status) as RefusalStatus]);
  return auth.length > 0 ? Object.fromEntries(refusals) : {...Object.fromEntries(refusals), 401: BAD_LOGIN};
};
