import {BUILTIN_PLUGIN, readGatewayUrl} from '@edge-console/schema/values';
import type {FormAction} from '../../commands/form-commands.ts';
import type {Connection, Identity} from '../../core/connection/connection.ts';
import type {Certificate, Failure} from '../../core/failure.ts';
import {noWork, type Work} from '../../dialogs/work.ts';
import {createForm, type FieldSpec, type Form, type Values, valuesOf} from '../../form/form.ts';

const byAccount = (values: Values): boolean => values.method === 'account';
const byToken = (values: Values): boolean => values.method === 'api-token';

const checkUrl = (value: string): string | undefined => {
  if (value.trim() === '') return 'a URL is needed, such as https://edge.example.com';
  const result = readGatewayUrl(value);
  return 'problem' in result ? `the URL ${result.problem}` : undefined;
};

const needed = (what: string) => (value: string) => (value === '' ? `${what} is needed` : undefined);

export const sessionFields: readonly FieldSpec[] = [
  {kind: 'text', name: 'url', label: 'Gateway', placeholder: 'https://edge.example.com', check: checkUrl},
  {
    kind: 'text',
    name: 'consoleUrl',
    label: 'Console',
    placeholder: 'same as the gateway',
    check: value => (value.trim() === '' ? undefined : checkUrl(value)),
  },
  {
    kind: 'choice',
    name: 'method',
    label: 'Sign in with',
    options: [
      {value: 'account', label: 'account'},
      {value: 'api-token', label: 'API token'},
    ],
  },
  {kind: 'text', name: 'username', label: 'Username', shown: byAccount, check: needed('a username')},
  {kind: 'text', name: 'password', label: 'Password', masked: true, shown: byAccount, check: needed('a password')},
  {
    kind: 'choice',
    name: 'remember',
    label: 'Stay signed in',
    shown: byAccount,
    options: [
      {value: 'no', label: '8 hours'},
      {value: 'yes', label: '31 days'},
    ],
  },
  {kind: 'text', name: 'plugin', label: 'Account source', initial: BUILTIN_PLUGIN, shown: byAccount},
  {kind: 'text', name: 'token', label: 'API token', masked: true, shown: byToken, check: needed('an API token')},
  {kind: 'text', name: 'consoleToken', label: 'Console token', masked: true, placeholder: 'same as the API token'},
];

export interface SessionState {
  readonly form: Form;
  readonly place: string | undefined;
  readonly work: Work;
  readonly identity: Identity;
}

export type SessionAction =
  | {readonly kind: 'enter' | 'submit' | 'leave-form' | 'sign-out'}
  | {readonly kind: 'form'; readonly action: FormAction}
  | {readonly kind: 'signed-in'; readonly connection: Connection; readonly unsaved: string | undefined}
  | {readonly kind: 'signed-out'; readonly connection: Connection}
  | {
      readonly kind: 'untrusted';
      readonly failure: Failure;
      readonly certificate: Certificate;
      readonly host: string;
      readonly pin: Connection['pin'];
      readonly form: Form;
    }
  | {readonly kind: 'trusted'; readonly sha256: string; readonly form: Form}
  | {readonly kind: 'failed' | 'sign-out-failed'; readonly failure: Failure};

export const sessionInitial = (given: Values): SessionState => ({
  form: createForm(sessionFields, given),
  place: undefined,
  work: noWork,
  identity: {kind: 'anonymous'},
});

const placeOf = (connection: Connection | undefined): string | undefined =>
  connection && JSON.stringify([connection.profile, connection.url, connection.consoleUrl]);

export const stateFor = (connection: Connection, given: Values = {}): SessionState => {
  const {url, consoleUrl, username = '', identity} = connection;
  const values = {username, ...given, url, consoleUrl: consoleUrl === url ? '' : consoleUrl};
  return {...sessionInitial(values), place: placeOf(connection), identity};
};

/** A changed connection gets a new form, because the values of a form must not be sent to another gateway. */
export const adopt = (state: SessionState, connection: Connection | undefined): SessionState =>
  connection === undefined || placeOf(connection) === state.place ? state : stateFor(connection);

/** Omits the password and other secrets. */
export const accountOf = (form: Form): Values => {
  const {username = '', method = '', remember = '', plugin = ''} = valuesOf(form);
  return {username, method, remember, plugin};
};
