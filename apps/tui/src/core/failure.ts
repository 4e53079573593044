import type {EdgeError} from '@edge-console/client';
import {sanitise} from '../text/sanitise.ts';

/** What went wrong, fit to be shown: both texts are sanitised and hold no secret. */
export interface Failure {
  readonly code: string;
  /** The session or token in use is no longer good: signing in again would help. */
  readonly signedOut: boolean;
  /** What failed and why, in one sentence. */
  readonly message: string;
  /** What the operator can do about it. */
  readonly hint: string;
}

/** A call was wanted before any gateway was chosen. */
export class NotConnected extends Error {
  constructor() {
    super('no gateway is chosen yet');
    this.name = 'NotConnected';
  }
}

/** By its name: asking the class would load the HTTP client before the first frame. */
const isEdgeError = (error: unknown): error is EdgeError => error instanceof Error && error.name === 'EdgeError';

/** Turns anything thrown by a call into a {@link Failure}. */
export const toFailure = (error: unknown): Failure => {
  if (error instanceof NotConnected) {
    return {
      code: 'unauthenticated',
      signedOut: false,
      message: 'Nobody is signed in yet.',
      hint: 'Sign in on the Session tab (1).',
    };
  }
  if (!isEdgeError(error)) {
    const message = error instanceof Error ? error.message : String(error);
    return {
      code: 'defect',
      signedOut: false,
      message: sanitise(message),
      hint: 'This is a defect of the console; press r to try again.',
    };
  }
  const {code, base, status} = error;
  const signedOut = code === 'unauthenticated' && base === 'admin' && status === 401;
  const refusedByConsole = code === 'unauthenticated' && base === 'console';
  const hint = refusedByConsole ? 'Sign in with a console token on the Session tab (1).' : hints[code];
  return {code, signedOut, message: sanitise(error.message), hint: hint ?? 'Press r to try again.'};
};

const hints: Readonly<Record<string, string>> = {
  network: 'Check the address and that the gateway is up; r tries again.',
  timeout: 'The gateway is slow or unreachable; r tries again.',
  tls: 'Check who answers there, then trust it with --ca-file or --pin-sha256.',
  http: 'r tries again; ? shows what else this screen can do.',
  envelope: 'The gateway refused the call; its words are shown above.',
  unauthenticated: 'Sign in again on the Session tab (1).',
  not_found: 'It may have been deleted meanwhile; r reads the list again.',
  rate_limited: 'The gateway asks for fewer calls; wait, then press r.',
  invalid_response: 'Is this the address of an administration service? Check the URL on the Session tab (1).',
  invalid_request: 'Correct the value and try again.',
  aborted: 'r tries again.',
};
