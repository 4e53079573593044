import type {ApiToken, Client} from '@edge-console/client';
import {age} from '../../format/time.ts';
import {expiryWords} from './expiry.ts';

/** What happens to a token that has a successor: it ends after a time in ms, is deleted, or stays. */
export type Retirement =
  | {readonly kind: 'drain'; readonly ms: number}
  | {readonly kind: 'delete'}
  | {readonly kind: 'keep'};

/** What was done. `until`: milliseconds since the epoch. */
export type Retired =
  | {readonly kind: 'drains' | 'ends-before'; readonly until: number}
  /** The gateway reports another expiry than the one that was set. */
  | {readonly kind: 'not-kept'; readonly expire: number | undefined}
  | {readonly kind: 'deleted' | 'kept'};

interface RetireOptions {
  readonly client: Client;
  readonly now: number;
  readonly signal: AbortSignal;
}

/** Proves the successor by a call with its secret, through a client that uses it. Rejects if that fails. */
export const proveSuccessor = async (client: Client, id: number, signal: AbortSignal): Promise<void> => {
  await client.apiTokens.get(id, {signal});
};

/** Ends a token, once its successor is proven, and reads its expiry back. One that ends earlier keeps its expiry. */
export const retireToken = async (
  old: ApiToken,
  how: Retirement,
  {client, now, signal}: RetireOptions,
): Promise<Retired> => {
  switch (how.kind) {
    case 'keep':
      return {kind: 'kept'};
    case 'delete':
      await client.apiTokens.delete(old.id, {signal});
      return {kind: 'deleted'};
    case 'drain': {
      const until = now + how.ms;
      if (old.expire !== undefined && old.expire > 0 && old.expire <= until) {
        return {kind: 'ends-before', until: old.expire};
      }
      await client.apiTokens.update(old.id, {name: old.name, expire: until}, {signal});
      const {expire} = await client.apiTokens.get(old.id, {signal});
      return expire === until ? {kind: 'drains', until} : {kind: 'not-kept', expire};
    }
    default:
      return how satisfies never;
  }
};

/** What was done to the old token, as a sentence. */
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
    case 'kept':
      return expire === 0 ? `${token} stays valid until you delete it.` : `${token} ${expiryWords(expire)} as before.`;
    case 'not-kept':
      return `${token} did not get its end: it ${expiryWords(retired.expire)}.`;
    default:
      return retired satisfies never;
  }
};
