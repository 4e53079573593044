import {type Connection, loginTo} from '../core/connection/connection.ts';
import {type Certificate, withoutSignInHint} from '../core/failure.ts';
import type {DialogIntent} from '../core/screen.ts';
import {sanitise} from '../text/sanitise.ts';
import {confirmDialog} from './confirm-dialog.ts';
import {formDialog} from './form-dialog.ts';

export const renewSession = async (connection: Connection, password: string, signal: AbortSignal) => {
  const {username, loginOptions} =
    connection.identity.kind === 'session' ? connection.identity : {username: '', loginOptions: {}};
  const next = await loginTo(connection, {...loginOptions, username, password}, signal).catch(withoutSignInHint);
  // A session that cannot be saved for later runs can still be used in this one.
  await next.saved?.save(next, 'if-saved').catch(() => undefined);
  return next;
};

export const signInAgainDialog = (connection: Connection): DialogIntent<Connection> => {
  const {identity} = connection;
  return formDialog(
    {
      title: `The session has expired: sign in again as ${identity.kind === 'session' ? sanitise(identity.username) : ''}`,
      fields: [
        {
          kind: 'text',
          name: 'password',
          label: 'Password',
          masked: true,
          check: value => (value === '' ? 'a password is needed' : undefined),
        },
      ],
      submitLabel: 'sign in',
      submit: ({password = ''}, _context, signal) => renewSession(connection, password, signal),
    },
    signedIn => signedIn,
  );
};

export const trustDialog = <A>(
  {host, certificate, pin}: Pick<Connection, 'pin'> & {readonly host: string; readonly certificate: Certificate},
  trusted: (sha256: string) => A,
): DialogIntent<A> => {
  const {subject, issuer, validity, sha256} = certificate;
  const pinIt = async () => {
    await pin?.(sha256);
    return sha256;
  };
  return confirmDialog(
    {
      title: 'Unknown certificate',
      lines: [
        `${host} presents a certificate that is not trusted.`,
        `Subject: ${subject}`,
        `Issuer: ${issuer}`,
        `Valid: ${validity}`,
        'SHA-256:',
        sha256.slice(0, 47),
        sha256.slice(48),
        "Trust it only if the gateway's operator confirms this fingerprint: an attacker would present another one.",
        pin === undefined
          ? 'Trusted until this program ends; --pin-sha256, or pinSha256 in a profile, trusts it permanently.'
          : 'Pinned, the profile accepts no other certificate from now on.',
      ],
      choices: [
        {label: 'trust this time', carryOut: async () => sha256},
        ...(pin === undefined ? [] : [{label: 'pin for this profile', carryOut: pinIt}]),
      ],
    },
    trusted,
  );
};
