import type {ApiToken} from '@edge-console/schema';
import {inGroup} from '../../commands/command.ts';
import type {Connection} from '../../core/connection/connection.ts';
import {failureFlash, flash} from '../../core/screen.ts';
import {secretDialog} from '../../dialogs/secret.ts';
import type {Values} from '../../form/form.ts';
import {plural} from '../../format/number.ts';
import {withList} from '../../list/list.ts';
import {loadedScreen} from '../../list/loaded/loaded-screen.ts';
import {changeOwn, type LoadedContext, type LoadedState, type LoadedStep} from '../../list/loaded/spec.ts';
import {tokenFields} from '../../output/row-fields.ts';
import {valuesOf} from '../../output/view.ts';
import {type DeleteAction, type DeleteResult, deleteDialog} from './delete-dialog.ts';
import {expiryWords} from './expiry.ts';
import {ownerText, successionNote, successionOf} from './owner.ts';
import {retiredText} from './retire.ts';
import {type RetireAction, retireDialog, type Successor} from './rotate-dialog.ts';
import {changeText} from './token-changes.ts';
import {tokenColumns} from './token-columns.ts';
import {createDialog, createFields, editDialog, lostCreateDialog, type TokenFormAction} from './token-form.ts';
import {checkUndo, findUndoable, NOTHING_TO_UNDO, type UndoAction, undoDialog} from './undo.ts';

interface TokensOwn {
  /** Undefined at the start and after an edit, until the journal is read. */
  readonly canUndo: boolean | undefined;
}

export type TokensState = LoadedState<ApiToken, TokensOwn>;

export type TokensAction =
  | TokenFormAction
  | DeleteAction
  | UndoAction
  | {readonly kind: 'ask-create'; readonly given?: Values}
  | {readonly kind: 'ask-rotate' | 'ask-edit' | 'ask-delete' | 'ask-undo' | 'copy-id'}
  | {readonly kind: 'stored'; readonly name: string; readonly old?: ApiToken | undefined; readonly successor: Successor}
  | RetireAction;

type Step = LoadedStep<ApiToken, TokensOwn, TokensAction>;
type Context = LoadedContext<ApiToken, TokensOwn, TokensAction>;

const PAGE_SIZE = 100;

const update = (state: TokensState, action: TokensAction, {env, selected, targets, reload}: Context): Step => {
  switch (action.kind) {
    case 'ask-create':
      return [state, createDialog(undefined, action.given)];
    case 'created': {
      const {token: secret, id, name, expire} = action.token;
      const lines = [
        `${name}${ownerText(action.token)}: ${expiryWords(expire)}.`,
        'The gateway shows its secret only this once.',
      ];
      return [
        ...reload(state, id),
        secretDialog(
          {title: 'New API token', lines, secret},
          {kind: 'stored', name, successor: {id, secret}, old: action.old},
        ),
      ];
    }
    case 'create-lost':
      return [...reload(state, action.lost.found[0]?.id), lostCreateDialog(action.lost)];
    case 'stored':
      return stored(state, action, env);
    case 'retired': {
      const {old, retired, at} = action;
      const tone = retired.kind === 'expiry-differs' ? 'error' : 'ok';
      return [...reload(state), flash(tone, retiredText(old, retired, at))];
    }
    case 'ask-rotate':
      return askRotate(state, selected, env.connection);
    case 'ask-edit':
      return [state, ...(selected === undefined ? [] : [editDialog(selected)])];
    case 'edited':
      return [...reload(changeOwn(state, {canUndo: undefined})), flash('ok', `Saved ${action.name}.`)];
    case 'ask-delete':
      return [state, ...(targets.length === 0 ? [] : [deleteDialog(targets, env.now, env.connection)])];
    case 'deleted': {
      // Tokens that were not deleted stay marked for another attempt.
      const marked = new Map([...state.list.marked].filter(([key]) => !action.result.deleted.some(id => id === key)));
      return [...reload(withList(state, {marked})), deletedFlash(action.result)];
    }
    case 'undoable':
      return [changeOwn(state, {canUndo: action.edit !== undefined})];
    case 'ask-undo':
      return [state, checkUndo()];
    case 'undo-checked':
      return [state, undoDialog(action.edit, action.token, env.now)];
    case 'undo-refused':
      return [...reload(state), failureFlash(action.failure)];
    case 'undone': {
      const {from, to, subject} = action.edit;
      const text = `Undone: ${from.name ?? subject.name}, id ${subject.id}: ${changeText({from: to, to: from})}.`;
      return [...reload(state, subject.id), flash('ok', text)];
    }
    case 'copy-id':
      if (selected === undefined) return [state];
      return [state, {kind: 'copy', text: String(selected.id), what: `the id of ${selected.name}`}];
    default:
      return action satisfies never;
  }
};

/** Refuses a token of another account, since its replacement would have other rights. */
const askRotate = (state: TokensState, old: ApiToken | undefined, connection: Connection | undefined): Step => {
  if (old === undefined) return [state];
  const succession = connection === undefined ? undefined : successionOf(old, connection.identity);
  if (succession?.kind === 'other') return [state, flash('error', `${succession.problem}.`)];
  return [state, createDialog(old, {}, succession && successionNote(succession))];
};

const stored = (
  state: TokensState,
  {name, old, successor}: Extract<TokensAction, {kind: 'stored'}>,
  {connection}: Context['env'],
): Step => {
  if (old === undefined || connection === undefined) return [state, flash('ok', `Created ${name}.`)];
  const text = `Created the new token. The old token ${old.name}, id ${old.id}, stays valid until it is retired.`;
  return [state, flash('ok', text), retireDialog(old, successor, connection)];
};

const deletedFlash = ({deleted, failed}: DeleteResult) => {
  const done = `Deleted ${plural(deleted.length, 'token')}.`;
  const [first] = failed;
  if (first === undefined) return flash('ok', done);
  const text = `${plural(failed.length, 'token')} could not be deleted: ${first.name}: ${first.message}`;
  return flash('error', `${done} ${text}`);
};

/** Parses `NAME` or `NAME expires WHEN`. */
const readCreate = (text: string): Values => {
  const [, name = '', typed] = /^(.*?)(?:\s+expires\s+(.*))?$/.exec(text) ?? [];
  return {name, ...(typed !== undefined && {preset: 'typed', typed})};
};

export const tokensScreen = loadedScreen<ApiToken, TokensOwn, TokensAction>({
  title: 'Tokens',
  noun: ['API token', 'API tokens'],
  own: {canUndo: undefined},
  key: token => token.id,
  subject: {scope: 'token', fields: Object.keys(tokenFields), of: row => valuesOf({fields: tokenFields}, row)},
  columns: tokenColumns,
  load:
    () =>
    ({client}, signal) =>
      client().apiTokens.pages({page_size: PAGE_SIZE}, {signal}),
  alongside: () => [findUndoable()],
  asCommand: (_own, arranged) => ['tokens', 'list', ...arranged],
  asRequest: () => [{site: 'admin', path: '/admin-api/api_token', query: {page: 1, page_size: PAGE_SIZE}}],
  empty: () => ['No API tokens yet. {tokens.create} creates one.'],
  update,
  commands: needsRow => {
    const token = inGroup<TokensState, TokensAction>('Tokens');
    const ofToken = inGroup<TokensState, TokensAction>('Tokens', {disabledReason: needsRow});
    const copy = inGroup<TokensState, TokensAction>('Copy', {disabledReason: needsRow});
    return [
      token({
        id: 'create',
        title: 'Create a token',
        keys: ['a'],
        footer: 'create',
        changes: true,
        args: {fields: createFields, read: readCreate, action: given => ({kind: 'ask-create', given})},
        action: {kind: 'ask-create'},
      }),
      ofToken({
        id: 'edit',
        title: 'Edit the token',
        keys: ['i', 'enter'],
        footer: 'edit',
        changes: true,
        action: {kind: 'ask-edit'},
      }),
      ofToken({
        id: 'delete',
        title: 'Delete the token, or the marked tokens',
        titleOf: ({list: {marked}}) =>
          marked.size === 0 ? 'Delete the selected token' : `Delete ${plural(marked.size, 'marked token')}`,
        keys: ['X'],
        footer: 'delete',
        dangerous: true,
        changes: true,
        action: {kind: 'ask-delete'},
      }),
      ofToken({
        id: 'rotate',
        title: 'Rotate the token',
        keys: ['R'],
        footer: 'rotate',
        changes: true,
        action: {kind: 'ask-rotate'},
      }),
      token({
        id: 'undo',
        title: 'Undo the last edit of a token',
        keys: ['u'],
        footer: 'undo',
        changes: true,
        footerOf: ({data}) => (data.own.canUndo === true ? 'undo' : undefined),
        action: {kind: 'ask-undo'},
        disabledReason: ({data}) => (data.own.canUndo === false ? NOTHING_TO_UNDO : undefined),
      }),
      copy({id: 'copy', title: 'Copy the id', keys: ['y'], action: {kind: 'copy-id'}}),
    ];
  },
});
