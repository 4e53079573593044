import type {ApiToken} from '@edge-console/schema';
import {delay} from '../../core/effects.ts';
import {toFailure} from '../../core/failure.ts';
import {type Effect, type EffectContext, effect} from '../../core/screen.ts';
import type {DeleteResult, TokensAction} from './state.ts';

const PAGE_SIZE = 100;

/** Reads all tokens, page by page. */
export const loadTokens = (): Effect<TokensAction> =>
  effect<TokensAction>(
    'load',
    async ({client, now}, signal) => {
      const began = performance.now();
      const tokens: ApiToken[] = [];
      for await (const token of client().apiTokens.items({page_size: PAGE_SIZE}, {signal})) tokens.push(token);
      return {kind: 'loaded', tokens, at: now(), ms: performance.now() - began};
    },
    failure => ({kind: 'failed', failure}),
  );

const RETRY_MS = 5_000;

/** Reads the list again after a while: it comes back by itself when the gateway does. */
export const retryLater = (): Effect<TokensAction> => ({
  kind: 'effect',
  name: 'retry',
  background: true,
  run: async (_context, signal) => {
    await delay(RETRY_MS, signal);
    return {kind: 'refresh'};
  },
  failed: () => ({kind: 'refresh'}),
});

/** Deletes tokens one after the other. One that cannot be deleted does not keep the others. */
export const deleteTokens = async (
  tokens: readonly ApiToken[],
  {client}: EffectContext,
  signal: AbortSignal,
): Promise<DeleteResult> => {
  const deleted: number[] = [];
  const failed: {name: string; message: string}[] = [];
  for (const token of tokens) {
    try {
      await client().apiTokens.delete(token.id, {signal});
      deleted.push(token.id);
    } catch (error) {
      if (signal.aborted || tokens.length === 1) throw error;
      failed.push({name: token.name, message: toFailure(error).message});
    }
  }
  return {deleted, failed};
};
