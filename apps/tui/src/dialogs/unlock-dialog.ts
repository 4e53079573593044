import {Secret} from '@edge-console/schema/values';
import type {Connection, Identity} from '../core/connection/connection.ts';
import {Refused, withoutSignInHint} from '../core/failure.ts';
import type {DialogIntent} from '../core/screen.ts';
import {sanitise} from '../text/sanitise.ts';
import {renewSession} from './connection-dialogs.ts';
import {formDialog} from './form-dialog.ts';

/** Resolves to an error message, or to undefined if the operator answered the prompt of the keyring. */
export type AskKeyring = () => Promise<string | undefined>;

/** A password creates a new session, whose identity is the result of the dialog. */
export const unlockDialog = (connection: Connection, askKeyring?: AskKeyring): DialogIntent<Identity | undefined> => {
  const {identity} = connection;
  const isSession = identity.kind === 'session';
  const label = isSession ? 'Password' : 'API token';
  const missing = `enter the ${label.toLowerCase().replace('api', 'API')}`;
  return formDialog(
    {
      title: isSession ? `Locked: password of ${sanitise(identity.username)}` : 'Locked: API token',
      fields: [
        {
          ...{kind: 'text', name: 'secret', label, masked: true},
          note: value =>
            value === '' && askKeyring !== undefined ? 'leave it empty to unlock with the keyring' : undefined,
          check: value => (value === '' && askKeyring === undefined ? missing : undefined),
        },
      ],
      submitLabel: 'unlock',
      submit: async ({secret = ''}, _context, signal, progress) => {
        if (secret === '' && askKeyring !== undefined) {
          progress('answer the prompt of the keyring');
          const problem = await askKeyring();
          if (problem !== undefined) throw new Refused(problem, `Or ${missing}.`);
        } else if (isSession) return (await renewSession(connection, secret, signal)).identity;
        else await checkToken(connection, secret, signal);
        return undefined;
      },
    },
    renewed => renewed,
  );
};

const checkToken = async (connection: Connection, text: string, signal: AbortSignal): Promise<void> => {
  const token = new Secret(text);
  const {identity} = connection;
  if (identity.kind === 'api-token' && token.fingerprint !== identity.fingerprint)
    throw new Refused('This is another API token.');
  const {client} = connection.withToken(token);
  try {
    await client.apiTokens.count({signal}).catch(withoutSignInHint);
  } finally {
    client.close();
  }
};
