import type {ApiToken} from '@edge-console/client';
import type {Connection} from '../../core/connection/connection.ts';
import {age} from '../../format/time.ts';
import {expiryWords} from './expiry.ts';
import {deleteToken, updateToken} from './token-changes.ts';

/** `drain` lets the old token expire after `ms` milliseconds. */
export type Retirement =
  | {readonly kind: 'drain'; readonly ms: number}
  | {readonly kind: 'delete'}
  | {readonly kind: 'leave'};

/** `ends-before` means that the old token expires before `drain` would end. Times are in epoch milliseconds. */
export type Retired =
  | {readonly kind: 'drains' | 'ends-before'; readonly until: number}
  | {readonly kind: 'expiry-differs'; readonly expire: number | undefined}
  | {readonly kind: 'deleted' | 'unchanged'};

export const retireToken = async (
  old: ApiToken,
  how: Retirement,
  {connection, now, signal}: {readonly connection: Connection; readonly now: number; readonly signal: AbortSignal},
): Promise<Retired> => {
  const writer = {connection, command: 'tokens rotate', signal};
  switch (how.kind) {
    case 'leave':
      return {kind: 'unchanged'};
    case 'delete':
      await deleteToken(old, writer);
      return {kind: 'deleted'};
    case 'drain': {
      const until = now + how.ms;
      if (old.expire !== undefined && old.expire > 0 && old.expire <= until) {
        return {kind: 'ends-before', until: old.expire};
      }
      await updateToken(old, {name: old.name, expire: until}, writer);
      const {expire} = await connection.client.apiTokens.get(old.id, {signal});
      return expire === until ? {kind: 'drains', until} : {kind: 'expiry-differs', expire};
    }
    default:
      return how satisfies never;
  }
};

export const retiredText = (
  {name, id, expire}: Pick<ApiToken, 'id' | 'name' | 'expire'>,
  retired: Retired,
  now: number,
): string => {
  const token = `The old token ${name}, id ${id},`;
  switch (retired.kind) {
    case 'drains':
      return `${token} is valid for ${age(retired.until - now)} more.`;
    case 'ends-before':
      return `${token} ${expiryWords(retired.until)} as before.`;
    case 'deleted':
      return `${token} is deleted.`;
    case 'unchanged':
      return expire === 0 ? `${token} stays valid until you delete it.` : `${token} ${expiryWords(expire)} as before.`;
    case 'expiry-differs':
      return `${token} did not get its end: it ${expiryWords(retired.expire)}.`;
    default:
      return retired satisfies never;
  }
};
