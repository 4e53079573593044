import type {Base, ObjectSchema, Operation} from '@edge-console/schema';
import {issueText} from '@edge-console/schema/values';
import {type EdgeError, oneLine} from '../../errors.ts';
import {edgeError} from '../failure.ts';
import {bodySecrets, REDACTED, type Redact} from '../redact.ts';
import type {Extras} from './extras.ts';

export interface RawInput {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: object | undefined;
  readonly body?: object | undefined;
}

export interface EncodedRequest {
  readonly base: Base;
  readonly method: Operation['method'];
  /** Base URL of the gateway or console. The URL of the request, `href`, has the same origin. */
  readonly site: URL;
  readonly href: string;
  /**
   * Returns the path and query without secrets, for errors and hooks. A function, because the search for secrets is
   * slow and most calls do not need the result.
   */
  path(): string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Redacted if the response repeats them. */
  readonly secrets: readonly string[];
}

interface EncodeContext {
  readonly base: URL;
  readonly extras: Extras;
  readonly redact: Redact;
}

/** Throws `invalid_request` if the input does not match the contract. */
export const encodeRequest = (
  operation: Operation,
  input: RawInput,
  {base, extras, redact}: EncodeContext,
): EncodedRequest => {
  const {method} = operation;
  const refuse = (field: string, problem: string): EdgeError => {
    const request = {base: operation.base, method, path: () => redact.text(operation.path)};
    const why = oneLine(redact.text(problem), 160);
    const what = `The call was not sent: ${field} is invalid: ${why}`;
    return edgeError({request, number: 0}, 'invalid_request', {what, advice: 'correct it'});
  };
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = input.params?.[name];
    const isIdentifier =
      (typeof value === 'string' || typeof value === 'number') && value !== '' && !hasDotSegment(`${value}`);
    if (!isIdentifier) throw refuse(name, 'no identifier');
    if (typeof value === 'number' && !Number.isSafeInteger(value)) throw refuse(name, 'not an integer');
    if (!String(value).isWellFormed()) throw refuse(name, 'not well-formed text');
    return encodeURIComponent(value);
  });
  const query = operation.query && check(operation.query, input.query ?? {}, refuse);
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== '') parameters.append(name, String(value));
  }
  for (const [name, value] of Object.entries(extras.query)) {
    if (operation.query && Object.hasOwn(operation.query.shape, name)) {
      throw refuse(`query.${name}`, 'a parameter of the operation: give it as such');
    }
    parameters.append(name, value);
  }
  const search = String(parameters);
  // `new URL(path, base)` would read a path that starts with // as a host.
  const href = `${base.origin}${base.pathname.replace(/\/$/, '')}${path}${search && `?${search}`}`;
  const body = operation.body && check(operation.body, input.body ?? {}, refuse);
  return {
    base: operation.base,
    method,
    site: base,
    href,
    path: () =>
      [shownPath(href, extras.hidden), operation.path].find(shown => redact.text(shown) === shown) ?? REDACTED,
    headers: extras.headers,
    ...(body && {body: JSON.stringify(body)}),
    secrets: [...extras.secrets, ...bodySecrets(body)],
  };
};

const shownPath = (href: string, hidden: readonly string[]): string => {
  const shown = new URL(href);
  for (const name of hidden) shown.searchParams.set(name, HIDDEN);
  return shown.pathname + shown.search.replaceAll(encodeURIComponent(HIDDEN), HIDDEN);
};

const HIDDEN = '[secret]';

const check = (schema: ObjectSchema, value: object, refuse: (field: string, problem: string) => EdgeError): object => {
  const result = schema.safeParse(value, {reportInput: true});
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  // The error does not name an unknown field, because its name may be a misplaced secret.
  if (issue?.code === 'unrecognized_keys') {
    throw refuse('a field', `${issueText(issue)}; known: ${Object.keys(schema.shape).join(', ')}`);
  }
  throw refuse(issue?.path.join('.') || 'the input', issue ? issueText(issue) : 'wrong shape');
};

/**
 * Maximum number of times that a path is percent-decoded, because a gateway and a proxy in front of it may each decode
 * it before routing.
 */
const MAX_DECODINGS = 3;

/**
 * Whether a path has a segment `.` or `..`, perhaps percent-encoded or with parameters that servers remove (`..;x`).
 */
export const hasDotSegment = (path: string): boolean => {
  let text = path;
  for (let round = 0; round <= MAX_DECODINGS; round++) {
    if (text.split(/[/\\]/).some(segment => /^\.{1,2}(;|$)/.test(segment))) return true;
    // Invalid percent-encoding stays unchanged.
    text = text.replaceAll(/(?:%[0-9a-f]{2})+/gi, run => Buffer.from(run.replaceAll('%', ''), 'hex').toString());
  }
  return false;
};
