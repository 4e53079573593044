import type {Connection} from '../core/connection.ts';
import type {Failure} from '../core/failure.ts';
import type {Host, Mounted} from '../core/screen.ts';
import {signInAgainDialog} from '../dialogs/sign-in-again.ts';
import {trustDialog} from '../dialogs/trust.ts';

type Open = (host: Host) => Mounted;

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
export const createPrompts = (now: () => number, target: PromptTarget) => {
  let promptedFor: Connection | undefined;

  /** A certificate that a pin does not fit is refused for good. */
  const untrusted = ({certificate}: Failure, met: Connection): void => {
    if (certificate === undefined || met.tls === 'pinned') return;
    promptedFor = met;
    const {open} = trustDialog({host: new URL(met.url).host, certificate, pin: met.pin}, sha256 => sha256);
    target.push(host => open(host, sha256 => target.connect(met.trust(sha256))));
  };

  const refused = ({credentialRefused}: Failure, met: Connection): void => {
    const {identity, saved} = met;
    if (!credentialRefused || identity.kind !== 'session') return;
    promptedFor = met;
    const ask = (): void => {
      const expired = {...met, identity: {...identity, endsAt: Math.min(identity.endsAt, now())}};
      promptedFor = expired;
      target.replace(expired);
      target.push(signInAgainDialog(expired, target.renewed));
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
