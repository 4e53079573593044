import type {Screen} from '../../core/screen.ts';
import {tokensCommands} from './commands.ts';
import {type TokensAction, type TokensState, tokensInitial} from './state.ts';
import {updateTokens} from './update.ts';
import {TokensView} from './view.tsx';

export const tokensScreen: Screen<TokensState, TokensAction> = {
  title: 'Tokens',
  initial: tokensInitial,
  enter: {kind: 'enter'},
  leave: {kind: 'leave'},
  resized: {kind: 'resized'},
  update: updateTokens,
  commands: tokensCommands,
  View: TokensView,
};
