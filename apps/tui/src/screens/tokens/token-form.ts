import type {ApiToken, CreatedApiToken} from '@edge-console/schema';
import {TOKEN_NAME_MAX} from '@edge-console/schema/values';
import type {DialogIntent, Intent} from '../../core/screen.ts';
import {formDialog} from '../../dialogs/form-dialog.ts';
import {LOST} from '../../dialogs/secret.ts';
import {textDialog} from '../../dialogs/text-dialog.ts';
import type {FieldSpec, Values} from '../../form/form.ts';
import type {ListEvent} from '../../list/list.ts';
import {sanitise} from '../../text/sanitise.ts';
import {wrap} from '../../text/wrap.ts';
import {expiryWords, parseExpiry} from './expiry.ts';
import {createOrFind, LostCreate, readIfAllowed} from './lost-create.ts';
import {updateToken} from './token-changes.ts';

export type TokenFormAction =
  | {readonly kind: 'created'; readonly token: CreatedApiToken; readonly old?: ApiToken | undefined}
  | {readonly kind: 'create-lost'; readonly lost: LostCreate}
  | {readonly kind: 'edited'; readonly name: string};

const PRESETS = ['7d', '30d', '90d', '1y', 'never'];

const nameField: FieldSpec = {
  kind: 'text',
  name: 'name',
  label: 'Name',
  check: value => {
    if (value.trim() === '') return 'a name is needed';
    return value.length > TOKEN_NAME_MAX ? `at most ${TOKEN_NAME_MAX} characters` : undefined;
  },
};

const expiryFields = (initial: '30d' | 'unchanged'): readonly FieldSpec[] => [
  {
    kind: 'choice',
    name: 'preset',
    label: 'Expires',
    initial,
    options: [...(initial === 'unchanged' ? [initial] : []), ...PRESETS, 'typed'].map(value => ({value, label: value})),
    note: (value, now) => (value === 'typed' || value === 'unchanged' ? undefined : wordsOf(value, now)),
  },
  {
    kind: 'text',
    name: 'typed',
    label: 'Expiry',
    placeholder: 'in 6 weeks, or 2027-01-31 18:00',
    shown: values => values.preset === 'typed',
    check: (value, now) => {
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
  if (typeof expire === 'string') throw new Error(`The expiry is invalid: ${expire}.`);
  return expire;
};

export const createFields: readonly FieldSpec[] = [nameField, ...expiryFields('30d')];

/** The new token replaces `old`. `note` is shown below the name. */
export const createDialog = (
  old: ApiToken | undefined,
  given: Values = {},
  note?: string,
): Intent<TokenFormAction | ListEvent> =>
  formDialog(
    {
      title: old === undefined ? 'Create an API token' : `Rotate API token ${old.id}: create its successor`,
      fields: note === undefined ? createFields : [{...nameField, note: () => note}, ...expiryFields('30d')],
      given: {...given, ...(old !== undefined && {name: old.name})},
      submitLabel: 'create',
      holds: {text: LOST, hint: 'Wait for the response, or leave the form: {dialog.close}.'},
      submit: async (values, {connection, now}, signal) => {
        const command = old === undefined ? 'tokens create' : 'tokens rotate';
        const writer = {connection: connection(), command, signal};
        const body = {name: (values.name ?? '').trim(), expire: expireOf(values, now())};
        const before = await readIfAllowed(writer);
        return createOrFind(body, writer, before).catch((error: unknown) => {
          // A token may have been created, so the form is closed to prevent a second one.
          if (error instanceof LostCreate && error.found.length > 0) return error;
          throw error;
        });
      },
    },
    (token): TokenFormAction | ListEvent =>
      token instanceof LostCreate ? {kind: 'create-lost', lost: token} : {kind: 'created', token, old},
    {kind: 'list.refresh'},
  );

export const lostCreateDialog = ({message}: LostCreate): DialogIntent<never> => ({
  kind: 'dialog',
  open: textDialog({
    title: 'The secret of a new token is lost',
    closeKeys: [],
    lines: (ui, cells) => [
      ...wrap(sanitise(message), cells),
      '',
      ...wrap(ui.say('On the list, {tokens.delete} deletes it and {tokens.rotate} rotates it.'), cells),
    ],
  }),
});

export const editDialog = (token: ApiToken): Intent<TokenFormAction | ListEvent> =>
  formDialog(
    {
      title: `Edit API token ${token.id}`,
      fields: [nameField, ...expiryFields('unchanged')],
      given: {name: token.name},
      submitLabel: 'save',
      submit: async (values, {connection, now}, signal) => {
        const name = (values.name ?? '').trim();
        const expire = values.preset === 'unchanged' ? token.expire : expireOf(values, now());
        await updateToken(token, {name, expire}, {connection: connection(), command: 'tokens edit', signal});
        return name;
      },
    },
    (name): TokenFormAction | ListEvent => ({kind: 'edited', name}),
    {kind: 'list.refresh'},
  );
