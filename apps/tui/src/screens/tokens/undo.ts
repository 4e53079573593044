import type {ApiToken} from '@edge-console/schema';
import type {Connection} from '../../core/connection/connection.ts';
import type {Change} from '../../core/connection/recorded-changes.ts';
import {type Failure, isEdgeError, Refused} from '../../core/failure.ts';
import {type DialogIntent, type Effect, type EffectContext, effect} from '../../core/screen.ts';
import {confirmDialog} from '../../dialogs/confirm-dialog.ts';
import {age} from '../../format/time.ts';
import type {ListEvent} from '../../list/list.ts';
import {changeText, subjectText, updateToken} from './token-changes.ts';

export type TokenEdit = Change & Required<Pick<Change, 'from' | 'to'>> & {readonly subject: {readonly id: number}};

export type UndoAction =
  | {readonly kind: 'undoable'; readonly edit: TokenEdit | undefined}
  | {readonly kind: 'undo-checked'; readonly edit: TokenEdit; readonly token: ApiToken}
  | {readonly kind: 'undo-refused'; readonly failure: Failure}
  | {readonly kind: 'undone'; readonly edit: TokenEdit};

/** `changes` has the newest change first. */
export const lastUndoable = (
  changes: readonly Change[],
  {profile, url}: Pick<Connection, 'profile' | 'url'>,
): TokenEdit | undefined => {
  const undone = new Set<string>();
  const deleted = new Set<number | undefined>();
  for (const change of changes) {
    if (change.profile !== profile || change.url !== url || change.outcome !== 'done') continue;
    const {time, subject, from, to, undoes} = change;
    if (undoes !== undefined) undone.add(`${undoes} ${subject.id}`);
    else if (from !== undefined && to === undefined) deleted.add(subject.id);
    else if (isEdit(change) && !undone.has(`${time} ${subject.id}`) && !deleted.has(subject.id)) return change;
  }
  return undefined;
};

/** A journal that was edited by hand may have incomplete changes. */
const isEdit = (change: Change): change is TokenEdit => {
  const {subject, from, to} = change;
  const types = (fields: Change['from']): string => `${typeof fields?.name} ${typeof fields?.expire}`;
  const isComplete =
    /^(string number|string undefined|undefined number)$/.test(types(from)) && types(from) === types(to);
  return typeof subject.id === 'number' && isComplete;
};

export const findUndoable = (): Effect<UndoAction> => ({
  ...effect<UndoAction>(
    'undoable',
    async ({connection}) => ({kind: 'undoable', edit: await readUndoable(connection())}),
    () => ({kind: 'undoable', edit: undefined}),
  ),
  background: true,
});

const readUndoable = async (connection: Connection): Promise<TokenEdit | undefined> =>
  lastUndoable((await connection.journal?.read()) ?? [], connection);

/** Reads the journal again, because another console may have written to it. */
export const checkUndo = (): Effect<UndoAction> =>
  effect<UndoAction>(
    'undo',
    async (context, signal) => {
      const edit = await readUndoable(context.connection());
      if (edit === undefined) throw new Refused('There is no edit of yours to undo.');
      return {kind: 'undo-checked', edit, token: await readUnchanged(edit, context, signal)};
    },
    failure => ({kind: 'undo-refused', failure}),
  );

export const NOTHING_TO_UNDO = 'there is no edit of yours to undo';

const readUnchanged = async (edit: TokenEdit, {client}: EffectContext, signal: AbortSignal): Promise<ApiToken> => {
  const {subject, to} = edit;
  const name = subjectText(subject);
  const token = await client()
    .apiTokens.get(subject.id, {signal})
    .catch((error: unknown) => {
      if (!isEdgeError(error) || error.code !== 'not_found') throw error;
      throw new Refused(`The edit cannot be undone: the token ${name}, was deleted.`);
    });
  const isRenamed = to.name !== undefined && token.name !== to.name;
  const isMoved = to.expire !== undefined && !isSameTime(token.expire, to.expire);
  if (!isRenamed && !isMoved) return token;
  const since = changeText({
    from: to,
    to: {...(isRenamed && {name: token.name}), ...(isMoved && token.expire !== undefined && {expire: token.expire})},
  });
  throw new Refused(`The edit cannot be undone: the token ${name}, has changed since (${since}).`);
};

/** Gateways may store only whole seconds. */
const isSameTime = (one: number | undefined, other: number): boolean =>
  one !== undefined && Math.abs(one - other) < 1000 && (one === 0) === (other === 0);

export const undoDialog = (edit: TokenEdit, token: ApiToken, now: number): DialogIntent<UndoAction | ListEvent> => {
  const {time, command, from, to} = edit;
  const {name = token.name, expire = token.expire} = from;
  const isPast = from.expire !== undefined && from.expire > 0 && from.expire <= now;
  return confirmDialog(
    {
      title: 'Undo the last edit of a token',
      lines: [
        `${token.name}, id ${token.id}: ${changeText({from: to, to: from})}.`,
        `Changed ${age(now - Date.parse(time))} ago by ${command}.`,
        ...(isPast ? ['That time has passed: programs that use the token will be refused.'] : []),
      ],
      choices: [
        {
          label: 'Undo',
          carryOut: async (context, signal) => {
            const current = await readUnchanged(edit, context, signal);
            const writer = {connection: context.connection(), command: 'tokens undo', signal, undoes: time};
            await updateToken(current, {name, expire}, writer);
          },
        },
      ],
    },
    (): UndoAction | ListEvent => ({kind: 'undone', edit}),
    {kind: 'list.refresh'},
  );
};
