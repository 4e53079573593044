import type {Command} from '../../commands/command.ts';
import {motionCommands} from '../../commands/motions.ts';
import type {TokensAction, TokensState} from './state.ts';
import {selectedToken} from './update.ts';

const nothingSelected = (state: TokensState): string | undefined =>
  selectedToken(state) === undefined ? 'no token is selected' : undefined;

export const tokensCommands: readonly Command<TokensState, TokensAction>[] = [
  ...motionCommands<TokensState, TokensAction>(motion => ({kind: 'move', motion})),
  {
    id: 'create',
    title: 'Create a token',
    keys: ['a'],
    group: 'Tokens',
    footer: 'create',
    action: {kind: 'ask-create'},
  },
  {
    id: 'edit',
    title: 'Edit the token',
    keys: ['i', 'enter'],
    group: 'Tokens',
    footer: 'edit',
    action: {kind: 'ask-edit'},
    disabledReason: nothingSelected,
  },
  {
    id: 'delete',
    title: 'Delete the token',
    keys: ['X'],
    group: 'Tokens',
    footer: 'delete',
    dangerous: true,
    action: {kind: 'ask-delete'},
    disabledReason: nothingSelected,
  },
  {
    id: 'rotate',
    title: 'Rotate the token',
    keys: ['R'],
    group: 'Tokens',
    footer: 'rotate',
    action: {kind: 'ask-rotate'},
    disabledReason: nothingSelected,
  },
  {
    id: 'mark',
    title: 'Mark or unmark the token',
    keys: ['space'],
    group: 'Tokens',
    footer: 'mark',
    action: {kind: 'mark'},
    disabledReason: nothingSelected,
  },
  {
    id: 'copy',
    title: 'Copy the id',
    keys: ['y'],
    group: 'Tokens',
    action: {kind: 'copy-id'},
    disabledReason: nothingSelected,
  },
  {id: 'refresh', title: 'Refresh', keys: ['r'], group: 'View', footer: 'refresh', action: {kind: 'refresh'}},
];
