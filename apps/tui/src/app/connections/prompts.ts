import type {Connection} from '../../core/connection/connection.ts';
import type {Cause} from '../../core/effects.ts';
import type {Failure} from '../../core/failure.ts';
import type {Host} from '../../core/screen.ts';
import {signInAgainDialog, trustDialog} from '../../dialogs/connection-dialogs.ts';

interface Changes {
  /** Shows that the session has ended. */
  expire(next: Connection): void;
  renew(next: Connection): void;
  trust(next: Connection): void;
}

/** The dialogs that a refused request opens: for a certificate that is not trusted, and for a session that ended. */
export const createPrompts = (host: Host, {expire, renew, trust}: Changes) => {
  let promptedFor: Connection | undefined;
  let isPasswordAsked = false;
  let closePassword = (): void => undefined;

  const askForTrust = ({certificate}: Failure, met: Connection): void => {
    // If a certificate is pinned and the gateway presents another one, the operator is not asked to trust it.
    if (certificate === undefined || met.tls === 'pinned') return;
    promptedFor = met;
    const {open} = trustDialog({host: new URL(met.url).host, certificate, pin: met.pin}, sha256 => sha256);
    host.push(over => open(over, sha256 => trust(met.trust(sha256))));
  };

  const renewSession = ({credentialRefused}: Failure, met: Connection): void => {
    const {identity, saved} = met;
    if (!credentialRefused || identity.kind !== 'session') return;
    promptedFor = met;
    isPasswordAsked = true;
    const ask = (): void => {
      const expired = {...met, identity: {...identity, endsAt: Math.min(identity.endsAt, host.env().now)}};
      promptedFor = expired;
      expire(expired);
      isPasswordAsked = true;
      host.push(over => {
        const intend: typeof over.intend = (intent, from) => {
          if (intent.kind === 'close') isPasswordAsked = false;
          over.intend(intent, from);
        };
        const dialog = signInAgainDialog(expired).open({...over, intend}, renew);
        closePassword = () => intend({kind: 'close'}, dialog);
        return dialog;
      });
    };
    const renewal = saved?.newer(met).catch(() => undefined) ?? Promise.resolve(undefined);
    void renewal.then(next => {
      isPasswordAsked = false;
      if (host.env().connection !== met) return;
      if (next === undefined) ask();
      else renew(next);
    });
  };

  return {
    /**
     * Shows the certificate or password prompt once per connection. After the operator closed the password prompt,
     * their next refused request shows it again.
     */
    failed(failure: Failure, cause: Cause): void {
      const {connection: met} = host.env();
      if (met === undefined) return;
      const isPrompted = met === promptedFor;
      if (!isPrompted || (cause === 'operator' && !isPasswordAsked)) renewSession(failure, met);
      if (!isPrompted) askForTrust(failure, met);
    },
    relabelled(before: Connection, next: Connection): void {
      if (before === promptedFor) promptedFor = next;
    },
    closePassword: (): void => closePassword(),
    /** For a new connection. */
    reset(): void {
      isPasswordAsked = false;
    },
  };
};
