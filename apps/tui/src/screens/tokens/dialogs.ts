import type {ApiToken} from '@edge-console/schema';
import type {Connection} from '../../core/connection.ts';
import type {Intent} from '../../core/screen.ts';
import {confirmDialog} from '../../dialogs/confirm.ts';
import {formDialog} from '../../dialogs/form-dialog.ts';
import type {FieldSpec, Values} from '../../form/form.ts';
import {plural} from '../../format/number.ts';
import {dateTime, duration} from '../../format/time.ts';
import {deleteTokens} from './effects.ts';
import {expiryText, expiryWords, parseExpiry} from './expiry.ts';
import type {TokensAction} from './state.ts';

const PRESETS = ['7d', '30d', '90d', '1y', 'never'];
const NAME_LENGTH = 255;

const nameField: FieldSpec = {
  kind: 'text',
  name: 'name',
  label: 'Name',
  check: value =>
    value.trim() === ''
      ? 'a name is needed'
      : value.length > NAME_LENGTH
        ? `at most ${NAME_LENGTH} characters`
        : undefined,
};

const expiryFields = (keep: boolean): readonly FieldSpec[] => [
  {
    kind: 'choice',
    name: 'preset',
    label: 'Expires',
    initial: keep ? 'keep' : '30d',
    options: [
      ...(keep ? [{value: 'keep', label: 'unchanged'}] : []),
      ...PRESETS.map(value => ({value, label: value})),
      {value: 'typed', label: 'typed'},
    ],
    note: (value, now) => (value === 'typed' || value === 'keep' ? undefined : wordsOf(value, now)),
  },
  {
    kind: 'text',
    name: 'typed',
    label: 'Expiry',
    placeholder: 'in 6 weeks, or 2027-01-31 18:00',
    shown: values => values.preset === 'typed',
    check: (value, _values, now) => {
      const expire = parseExpiry(value, now);
      return typeof expire === 'string' ? expire : undefined;
    },
    note: (value, now) => (value.trim() === '' ? undefined : wordsOf(value, now)),
  },
];

const wordsOf = (text: string, now: number): string | undefined => {
  const expire = parseExpiry(text, now);
  return typeof expire === 'string' ? undefined : expiryWords(expire);
};

const expireOf = (values: Values, now: number): number => {
  const expire = parseExpiry((values.preset === 'typed' ? values.typed : values.preset) ?? '', now);
  if (typeof expire === 'string') throw new Error(`The expiry is ${expire}.`);
  return expire;
};

/** Creates a token; with `old`, its successor, under the same name unless the operator changes it. */
export const createDialog = (old?: ApiToken): Intent<TokensAction> =>
  formDialog(
    {
      title: old === undefined ? 'Create an API token' : `Rotate API token ${old.id}: create its successor`,
      fields: [nameField, ...expiryFields(false)],
      given: old === undefined ? {} : {name: old.name},
      submitLabel: 'create',
      submit: (values, {client, now}, signal) =>
        client().apiTokens.create({name: (values.name ?? '').trim(), expire: expireOf(values, now())}, {signal}),
    },
    (token): TokensAction => ({kind: 'created', token, ...(old !== undefined && {old})}),
    {kind: 'refresh'},
  );

export const editDialog = (token: ApiToken): Intent<TokensAction> =>
  formDialog(
    {
      title: `Edit API token ${token.id}`,
      fields: [nameField, ...expiryFields(true)],
      given: {name: token.name},
      submitLabel: 'save',
      submit: async (values, {client, now}, signal) => {
        const name = (values.name ?? '').trim();
        const expire = values.preset === 'keep' ? token.expire : expireOf(values, now());
        await client().apiTokens.update(token.id, {name, expire}, {signal});
        return name;
      },
    },
    (name): TokensAction => ({kind: 'edited', name}),
    {kind: 'refresh'},
  );

/** Says what is known of what will break, and wants the name (or the number of marked tokens) typed. */
export const deleteDialog = (
  tokens: readonly ApiToken[],
  now: number,
  connection: Connection | undefined,
): Intent<TokensAction> => {
  const [first] = tokens;
  const one = tokens.length === 1 && first !== undefined;
  const own = connection?.identity.kind === 'api-token';
  return confirmDialog(
    {
      title: one ? 'Delete this API token' : `Delete ${plural(tokens.length, 'API token')}`,
      lines: [
        ...tokens.slice(0, 6).map(token => describe(token, now)),
        ...(tokens.length > 6 ? [`and ${tokens.length - 6} more`] : []),
        '',
        'Whoever uses it is refused from then on. It cannot be undone.',
        ...(own ? ['This console itself uses an API token: if it is this one, the console is refused too.'] : []),
      ],
      typed: one ? typable(first) : String(tokens.length),
      confirmLabel: 'Delete',
      carryOut: (context, signal) => deleteTokens(tokens, context, signal),
    },
    (result): TokensAction => ({kind: 'deleted', result}),
    {kind: 'refresh'},
  );
};

/** The name of a token, or its id where the name is nothing that a person could type. */
const typable = ({id, name}: ApiToken): string => (/^[!-~]([ -~]{0,38}[!-~])?$/.test(name) ? name : String(id));

const describe = (token: ApiToken, now: number): string => {
  const created = token._created_unix;
  const age =
    created === undefined
      ? ''
      : `, created ${dateTime(created * 1000)} (${duration(now - created * 1000).split(' ')[0]} ago)`;
  return `${token.name}, id ${token.id}${age}, expires: ${expiryText(token.expire, now).text}`;
};
