import {type Connection, loginTo} from '../core/connection.ts';
import type {Host, Mounted} from '../core/screen.ts';
import {sanitise} from '../text/sanitise.ts';
import {formDialog} from './form-dialog.ts';

/** Asks for the password in place when a session ends while somebody works. */
export const signInAgainDialog = (
  connection: Connection,
  done: (connection: Connection) => void,
): ((host: Host) => Mounted) => {
  const {username, asked} = connection.identity.kind === 'session' ? connection.identity : {username: '', asked: {}};
  const intent = formDialog(
    {
      title: `The session is over: sign in again as ${sanitise(username)}`,
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
      submit: ({password = ''}, _context, signal) => loginTo(connection, {...asked, username, password}, signal),
    },
    (signedIn: Connection) => signedIn,
  );
  return host => intent.open(host, done);
};
