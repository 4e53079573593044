import {BUILTIN_PLUGIN, readGatewayUrl} from '@edge-console/schema/values';
import type {FieldSpec, Values} from '../../form/form.ts';

const byAccount = (values: Values): boolean => values.method === 'account';
const byToken = (values: Values): boolean => values.method === 'api-token';

const checkUrl = (value: string): string | undefined => {
  if (value.trim() === '') return 'a URL is needed, such as https://edge.example.com';
  const result = readGatewayUrl(value);
  return 'problem' in result ? `the URL ${result.problem}` : undefined;
};

const needed = (what: string) => (value: string) => (value === '' ? `${what} is needed` : undefined);

/** Fields of the sign-in form. */
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
  {
    kind: 'text',
    name: 'consoleToken',
    label: 'Console token',
    masked: true,
    placeholder: 'same as the API token',
  },
];
