import {type Connection, loginTo} from '../core/connection.ts';
import type {Host, Mounted} from '../core/screen.ts';
import {sanitise} from '../text/sanitise.ts';
import {formDialog} from './form-dialog.ts';

/** Asks for the password after a session expired. */
export const signInAgainDialog = (
  connection: Connection,
  done: (connection: Connection) => void,
): ((host: Host) => Mounted) => {
  const {username, loginOptions} =
    connection.identity.kind === 'session' ? connection.identity : {username: '', loginOptions: {}};
  const intent = formDialog(
    {
      title: `The session has expired: sign in again as ${sanitise(username)}`,
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
      async submit({password = ''}, _context, signal) {
        const next = await loginTo(connection, {...loginOptions, username, password}, signal);
        // Kept for the next start or not, this session is open.
        await next.saved?.save(next, 'if-kept').catch(() => undefined);
        return next;
      },
    },
    (signedIn: Connection) => signedIn,
  );
  return host => intent.open(host, done);
};
