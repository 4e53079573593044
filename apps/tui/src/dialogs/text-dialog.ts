import {mount} from '../core/mount.ts';
import type {Host, Mounted, Screen} from '../core/screen.ts';
import type {Ui} from '../ui/context.ts';
import {textDialogView} from './text-dialog-view.tsx';

export interface TextDialogOptions {
  readonly title: string;
  /** The text for a width, made anew at every drawing; sanitised. */
  lines(ui: Ui, cells: number): readonly string[];
  /** Keys that close it besides Esc and Enter: the one that opened it, usually. */
  readonly closeKeys: readonly string[];
}

export interface TextDialogState {
  readonly top: number;
}
type TextDialogAction =
  | {readonly kind: 'enter'}
  | {readonly kind: 'scroll'; readonly by: number}
  | {readonly kind: 'close'};

/** Text over the screen, to read and to scroll. */
export const textDialog =
  (options: TextDialogOptions) =>
  (host: Host): Mounted =>
    mount(textScreen(options), host);

const textScreen = (options: TextDialogOptions): Screen<TextDialogState, TextDialogAction> => ({
  title: options.title,
  initial: {top: 0},
  enter: {kind: 'enter'},
  update: (state, action, {size}) => {
    switch (action.kind) {
      case 'enter':
        return [state];
      case 'scroll':
        // The view stops at the last line; the bound keeps the way back short.
        return [{top: Math.max(0, Math.min(state.top + action.by, 20 * size.rows))}];
      case 'close':
        return [state, {kind: 'close'}];
      default:
        return action satisfies never;
    }
  },
  keys: [
    {id: 'down', keys: ['j', 'down'], label: 'scroll', action: {kind: 'scroll', by: 1}, footer: true},
    {id: 'up', keys: ['k', 'up'], label: 'scroll back', action: {kind: 'scroll', by: -1}},
    {id: 'page-down', keys: ['pagedown', 'ctrl-d', 'space'], label: 'a page down', action: {kind: 'scroll', by: 10}},
    {id: 'page-up', keys: ['pageup', 'ctrl-u'], label: 'a page up', action: {kind: 'scroll', by: -10}},
    {id: 'close', keys: ['esc', 'enter', ...options.closeKeys], label: 'close', action: {kind: 'close'}, footer: true},
  ],
  View: textDialogView(options),
});
