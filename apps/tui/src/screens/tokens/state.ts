import type {ApiToken, CreatedApiToken} from '@edge-console/schema';
import type {Motion} from '../../commands/motions.ts';
import type {Failure} from '../../core/failure.ts';
import {type ListPosition, listStart} from '../../core/list.ts';
import {idle, type Remote} from '../../core/remote.ts';

export interface TokensState {
  readonly tokens: Remote<readonly ApiToken[]>;
  readonly position: ListPosition;
  /** The token to select once it is listed: the one just created. */
  readonly wanted: number | undefined;
  /** Tokens marked for a batch, by id. */
  readonly marked: ReadonlySet<number>;
}

export const tokensInitial: TokensState = {tokens: idle, position: listStart, wanted: undefined, marked: new Set()};

/** What became of a batch of deletions. */
export interface DeleteResult {
  readonly deleted: readonly number[];
  readonly failed: readonly {readonly name: string; readonly message: string}[];
}

export type TokensAction =
  | {readonly kind: 'enter'}
  | {readonly kind: 'leave'}
  | {readonly kind: 'refresh'}
  | {readonly kind: 'resized'}
  | {readonly kind: 'loaded'; readonly tokens: readonly ApiToken[]; readonly at: number; readonly ms: number}
  | {readonly kind: 'failed'; readonly failure: Failure}
  | {readonly kind: 'move'; readonly motion: Motion}
  | {readonly kind: 'mark'}
  | {readonly kind: 'ask-create'}
  | {readonly kind: 'ask-rotate'}
  | {readonly kind: 'created'; readonly token: CreatedApiToken; readonly old?: ApiToken}
  | {readonly kind: 'stored'; readonly name: string; readonly old?: ApiToken}
  | {readonly kind: 'ask-edit'}
  | {readonly kind: 'edited'; readonly name: string}
  | {readonly kind: 'ask-delete'}
  | {readonly kind: 'deleted'; readonly result: DeleteResult}
  | {readonly kind: 'copy-id'};
