import type {EdgeError, EdgeErrorCode} from '@edge-console/client';
import {loadProblem} from '../text/load-problem.ts';
import {sanitise} from '../text/sanitise.ts';

/** The texts are sanitised and contain no secret. */
export interface Failure {
  readonly code: EdgeErrorCode | 'refused' | 'defect';
  /** Whether the gateway refused the session or token, so that signing in again may help. */
  readonly credentialRefused: boolean;
  readonly message: string;
  /** What the operator can do. May contain placeholders such as `{sign-in}`. Empty if `message` is enough. */
  readonly hint: string;
  readonly certificate?: Certificate;
  /** Error messages by form field. If set, the form shows them instead of `message`. */
  readonly problems?: Readonly<Record<string, string>>;
}

export interface Certificate {
  readonly subject: string;
  readonly issuer: string;
  readonly validity: string;
  readonly sha256: string;
}

export class NotConnected extends Error {
  constructor() {
    super('not connected');
    this.name = 'NotConnected';
  }
}

export class Refused extends Error {
  override readonly name: string = 'Refused';
  readonly hint: string;

  constructor(message: string, hint = '') {
    super(message);
    this.hint = hint;
  }
}

/** The texts in `problems` have no full stop. */
export class InvalidFields extends Refused {
  readonly problems: Readonly<Record<string, string>>;

  constructor(problems: Readonly<Record<string, string>>) {
    const sentences = Object.entries(problems).map(([name, problem]) => `${name}: ${problem}.`);
    super(sentences.join(' '));
    this.problems = problems;
  }
}

/** Compares the name, because an import of the class would load the HTTP client before the first screen. */
export const isEdgeError = (error: unknown): error is EdgeError => error instanceof Error && error.name === 'EdgeError';

export const toFailure = (error: unknown): Failure => {
  const own = (code: Failure['code'], message: string, hint: string) => ({
    code,
    credentialRefused: false,
    message,
    hint,
  });
  if (error instanceof NotConnected) return own('unauthenticated', 'Not signed in.', 'Sign in on {sign-in}.');
  if (error instanceof InvalidFields) {
    const problems = Object.entries(error.problems).map(([name, problem]) => [name, sanitise(problem)]);
    return {...own('refused', sanitise(error.message), ''), problems: Object.fromEntries(problems)};
  }
  if (error instanceof Refused) return own('refused', sanitise(error.message), error.hint);
  const unloaded = loadProblem(error);
  if (unloaded !== undefined) return own('refused', `The console ${sanitise(unloaded)}`, '');
  if (!isEdgeError(error)) {
    const message = sanitise(error instanceof Error ? error.message : String(error));
    return own('defect', message, 'This is a defect of the console; {global.requests} shows the last requests.');
  }
  const {code, base, status, sessionEnded = false} = error;
  const credentialRefused = base === 'admin' && (sessionEnded || (code === 'unauthenticated' && status === 401));
  const facts = {code, credentialRefused, message: sanitise(error.message), hint: sanitise(hintOf(error))};
  return error.certificate === undefined ? facts : {...facts, certificate: certificateOf(error.certificate)};
};

/** Whether a request for agents or applications lacked a valid API token (docs/contract.md#authentication). */
export const lacksConsoleToken = ({base, code, message}: EdgeError): boolean =>
  base === 'console' &&
  (code === 'unauthenticated' || (code === 'invalid_request' && message.startsWith('The console needs an API token')));

const hintOf = (error: EdgeError): string => {
  const {code, base, certificate, sessionEnded} = error;
  if (lacksConsoleToken(error)) return 'Give a console token, or sign in with an API token, on {sign-in}.';
  if (code === 'unauthenticated' || sessionEnded) return 'Sign in again on {sign-in}.';
  if (code === 'forbidden') {
    return `Sign in with ${base === 'console' ? 'another console token' : 'another account'} on {sign-in}.`;
  }
  if (certificate === undefined) return '';
  const {subject, issuer, validity, sha256} = certificateOf(certificate);
  if (certificate.pinned256 !== undefined) {
    return `It presents SHA-256 ${sha256} (${subject}, valid ${validity}); pinned is ${hexPairs(certificate.pinned256)}`;
  }
  return (
    `It presents ${subject}, issued by ${issuer}, valid ${validity}. If the gateway's operator confirms this fingerprint, ` +
    `start with --pin-sha256 ${sha256}`
  );
};

/** Rethrows an error without a hint to use the sign-in tab, to which no dialog can switch. */
export const withoutSignInHint = (error: unknown): never => {
  throw isEdgeError(error) && hintOf(error).includes('{sign-in}') ? new Refused(error.message) : error;
};

const hexPairs = (digits: string): string => digits.toUpperCase().match(/../g)?.join(':') ?? digits;

const certificateOf = (certificate: NonNullable<EdgeError['certificate']>): Certificate => {
  const {validFrom, validTo, fingerprint256, ...names} = certificate;
  // Braces are removed, because the screen would replace a text such as `{sign-in}` by the key of a command.
  const [subject = '', issuer = ''] = [names.subject, names.issuer].map(text => sanitise(text.replace(/[{}]/g, '')));
  const [from, to] = [validFrom, validTo].map(date => date.toISOString().slice(0, 10));
  return {subject, issuer, validity: `${from} to ${to}`, sha256: fingerprint256};
};
