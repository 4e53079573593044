import type {ApiToken, ApiTokenCreateBody, ApiTokenUpdateBody, CreatedApiToken} from '@edge-console/schema';
import type {Connection} from '../../core/connection/connection.ts';
import {type Change, recorded, type Subject, type TokenFields} from '../../core/connection/recorded-changes.ts';
import {Refused} from '../../core/failure.ts';
import {dateTime} from '../../format/time.ts';

export interface TokenWriter extends Pick<Change, 'command' | 'undoes'> {
  readonly connection: Connection;
  readonly signal: AbortSignal;
}

/** All token changes must use the functions of this file, because they record the changes. */
export const createToken = (body: ApiTokenCreateBody, writer: TokenWriter): Promise<CreatedApiToken> => {
  const {connection, command, signal} = writer;
  const {name, expire} = body;
  return permitted(
    connection,
    {command, subject: {kind: 'token', name}, to: given({name, expire}), learned: subjectOf},
    () => connection.client.apiTokens.create(body, {signal}),
  );
};

export const updateToken = (old: ApiToken, body: ApiTokenUpdateBody, writer: TokenWriter): Promise<void> => {
  const {connection, command, signal, undoes} = writer;
  const change = {command, subject: subjectOf(old), ...difference(old, body), ...(undoes !== undefined && {undoes})};
  return permitted(connection, change, () => connection.client.apiTokens.update(old.id, body, {signal}));
};

export const deleteToken = (token: ApiToken, {connection, command, signal}: TokenWriter): Promise<void> => {
  const {name, expire} = token;
  return permitted(connection, {command, subject: subjectOf(token), from: given({name, expire})}, () =>
    connection.client.apiTokens.delete(token.id, {signal}),
  );
};

/** Checks the write policy again, since a permit may end while a form is open. */
const permitted = async <T>(
  connection: Connection,
  ...change: Parameters<typeof recorded<T>> extends [unknown, ...infer Rest] ? Rest : never
): Promise<T> => {
  const {writes} = connection;
  const reason = writes.refusal();
  if (reason === undefined) return recorded(connection, ...change);
  const hint = writes.policy === 'timed' ? '{global.elevate} permits changes for some minutes.' : '';
  throw new Refused(`${reason}; nothing was sent.`, hint);
};

const subjectOf = ({id, name, uid}: ApiToken): Subject => ({
  ...{kind: 'token', id, name},
  ...(uid !== undefined && {user: uid}),
});

const given = ({name, expire}: {name: string | undefined; expire: number | undefined}): TokenFields => ({
  ...(name !== undefined && {name}),
  ...(expire !== undefined && {expire}),
});

const difference = (old: ApiToken, {name = old.name, expire = old.expire}: ApiTokenUpdateBody) => {
  const isRenamed = name !== old.name;
  const isMoved = expire !== old.expire;
  if (!isRenamed && !isMoved) return {};
  const changed = (of: Parameters<typeof given>[0]) =>
    given({name: isRenamed ? of.name : undefined, expire: isMoved ? of.expire : undefined});
  return {from: changed({name: old.name, expire: old.expire}), to: changed({name, expire})};
};

/** Returns a text such as `name "a" to "b"; expires never to 2031-01-01 00:00`. Not sanitised. */
export const changeText = ({from, to}: Pick<Change, 'from' | 'to'>): string => {
  const isRenamed = from?.name !== undefined && to?.name !== undefined;
  const name = isRenamed ? [`name "${from.name}" to "${to.name}"`] : [];
  const ends = [from?.expire, to?.expire].flatMap(expire => (expire === undefined ? [] : [endText(expire)]));
  return [...name, ...(ends.length === 0 ? [] : [`expires ${ends.join(' to ')}`])].join('; ');
};

const endText = (expire: number): string => (expire === 0 ? 'never' : dateTime(expire).replace(/:00$/, ''));

/** Returns `ci, id 7` for a token, or the account's name for a session. Not sanitised. */
export const subjectText = ({kind, name = '', id}: Subject): string => {
  if (kind === 'session') return name;
  return [...(name === '' ? [] : [name]), ...(id === undefined ? [] : [`id ${id}`])].join(', ');
};
