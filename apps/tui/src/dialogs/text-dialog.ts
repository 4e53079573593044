import type {Command} from '../commands/command.ts';
import {mount} from '../core/mount.ts';
import type {Host, Mounted, Screen} from '../core/screen.ts';
import {cellWidth, truncate} from '../text/width.ts';
import {plainUi, type Ui} from '../ui/context.ts';
import {dialogCells, dialogView} from '../ui/DialogBox.tsx';

export interface TextDialogOptions {
  readonly title: string;
  /** The text for a width in cells; sanitised. Colours and keys do not change the number of lines. */
  lines(ui: Ui, cells: number): readonly string[];
  /** Keys that close it besides the default ones: usually those that opened it. */
  readonly closeKeys: readonly string[];
}

interface TextDialogState {
  readonly top: number;
}
type TextDialogAction =
  | {readonly kind: 'enter'}
  | {readonly kind: 'scroll'; readonly by: number}
  | {readonly kind: 'close'};

export const textCommands = (closeKeys: readonly string[]): readonly Command<TextDialogState, TextDialogAction>[] => [
  {
    id: 'down',
    title: 'Scroll down',
    keys: ['j', 'down'],
    group: 'Move',
    footer: 'scroll',
    action: {kind: 'scroll', by: 1},
  },
  {id: 'up', title: 'Scroll up', keys: ['k', 'up'], group: 'Move', action: {kind: 'scroll', by: -1}},
  {
    id: 'page-down',
    title: 'Go a page down',
    keys: ['pagedown', 'ctrl-d', 'space'],
    group: 'Move',
    action: {kind: 'scroll', by: 10},
  },
  {id: 'page-up', title: 'Go a page up', keys: ['pageup', 'ctrl-u'], group: 'Move', action: {kind: 'scroll', by: -10}},
  {
    id: 'close',
    title: 'Close',
    keys: ['esc', 'enter', 'q', ...closeKeys],
    group: 'Text',
    footer: 'close',
    action: {kind: 'close'},
  },
];

/** Shows text over the screen; it scrolls. */
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
      case 'scroll': {
        const {length} = options.lines({...plainUi, ...size}, dialogCells(size.columns));
        return [{top: Math.max(0, Math.min(state.top + action.by, length - roomFor(size.rows)))}];
      }
      case 'close':
        return [state, {kind: 'close'}];
      default:
        return action satisfies never;
    }
  },
  commands: textCommands(options.closeKeys),
  View: dialogView((state, ui) => {
    const cells = dialogCells(ui.columns);
    const lines = options.lines(ui, cells);
    const room = roomFor(ui.rows);
    const top = Math.min(state.top, Math.max(0, lines.length - room));
    const arrows = `${top > 0 ? '↑' : ''}${lines.length - top > room ? '↓' : ''}`;
    const more = arrows === '' ? '' : ` (more ${arrows})`;
    return {
      title: truncate(options.title, cells - 2 - cellWidth(more), {ellipsis: ui.glyphs.ellipsis}) + more,
      head: lines.slice(top, top + room),
    };
  }),
});

/** Lines of text in a pane of `rows` rows. */
const roomFor = (rows: number): number => Math.max(1, rows - 4);
