import type {Connection} from '../connection.ts';
import type {Certificate, Failure} from '../failure.ts';
import type {Host, Mounted} from '../screen.ts';

type Open = (host: Host) => Mounted;

export interface PromptOptions {
  readonly now: () => number;
  /** Opens the password prompt for an expired session; `done` receives the renewed connection. */
  readonly signInAgain: (connection: Connection, done: (next: Connection) => void) => Open;
  /** Asks whether to trust a certificate. */
  readonly trust: (connection: Connection, certificate: Certificate, trusted: (sha256: string) => void) => Open;
}

/** What prompts change of the app. */
interface PromptTarget {
  current(): Connection | undefined;
  /** The connection, with the same client, as its failure leaves it. */
  replace(connection: Connection): void;
  /** The connection, with the same client and a new session. */
  renewed(connection: Connection): void;
  connect(connection: Connection): void;
  push(open: Open): void;
}

/** Opens a dialog for failures that an answer of the operator ends, once per connection. */
export const createPrompts = ({now, signInAgain, trust}: PromptOptions, target: PromptTarget) => {
  let promptedFor: Connection | undefined;

  /** A certificate that a pin does not fit is refused for good. */
  const untrusted = ({certificate}: Failure, met: Connection): void => {
    if (certificate === undefined || met.tls === 'pinned') return;
    promptedFor = met;
    target.push(trust(met, certificate, sha256 => target.connect(met.trust(sha256))));
  };

  const refused = ({credentialRefused}: Failure, met: Connection): void => {
    const {identity, saved} = met;
    if (!credentialRefused || identity.kind !== 'session') return;
    promptedFor = met;
    const ask = (): void => {
      const expired = {...met, identity: {...identity, endsAt: Math.min(identity.endsAt, now())}};
      promptedFor = expired;
      target.replace(expired);
      target.push(signInAgain(expired, target.renewed));
    };
    // A store that cannot be read has nothing to give.
    const renewal = saved?.newer(met).catch(() => undefined) ?? Promise.resolve(undefined);
    void renewal.then(next => {
      if (target.current() !== met) return;
      if (next === undefined) ask();
      else target.renewed(next);
    });
  };

  return {
    failed(failure: Failure): void {
      const met = target.current();
      if (met === undefined || met === promptedFor) return;
      refused(failure, met);
      untrusted(failure, met);
    },
  };
};
