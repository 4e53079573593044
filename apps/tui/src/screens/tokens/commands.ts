import {listKeys} from '../../commands/motions.ts';
import type {Binding} from '../../core/screen.ts';
import type {TokensAction, TokensState} from './state.ts';
import {selectedToken} from './update.ts';

const nothingSelected = (state: TokensState): string | undefined =>
  selectedToken(state) === undefined ? 'no token is selected' : undefined;

export const tokensKeys: readonly Binding<TokensState, TokensAction>[] = [
  ...listKeys<TokensState, TokensAction>(motion => ({kind: 'move', motion})),
  {id: 'create', keys: ['a'], label: 'create', action: {kind: 'ask-create'}, footer: true},
  {
    id: 'edit',
    keys: ['i', 'enter'],
    label: 'edit',
    action: {kind: 'ask-edit'},
    footer: true,
    disabledReason: nothingSelected,
  },
  {
    id: 'delete',
    keys: ['X'],
    label: 'delete',
    action: {kind: 'ask-delete'},
    footer: true,
    dangerous: true,
    disabledReason: nothingSelected,
  },
  {
    id: 'rotate',
    keys: ['R'],
    label: 'rotate',
    action: {kind: 'ask-rotate'},
    footer: true,
    disabledReason: nothingSelected,
  },
  {id: 'mark', keys: ['space'], label: 'mark', action: {kind: 'mark'}, footer: true, disabledReason: nothingSelected},
  {id: 'copy', keys: ['y'], label: 'copy the id', action: {kind: 'copy-id'}, disabledReason: nothingSelected},
  {id: 'refresh', keys: ['r'], label: 'refresh', action: {kind: 'refresh'}, footer: true},
];
