import {type Command, inGroup} from '../commands/command.ts';
import {mount} from '../core/mount.ts';
import type {OpenDialog, Screen} from '../core/screen.ts';
import {cellWidth, truncate} from '../text/width.ts';
import {plainUi, type Ui} from '../ui/context.ts';
import {dialogCells, dialogView, moreText} from '../ui/DialogBox.tsx';

export interface TextDialogOptions {
  readonly title: string;
  /** Sanitised lines, wrapped or cut to `cells` columns. Their number must not depend on colours. */
  lines(ui: Ui, cells: number): readonly string[];
  readonly closeKeys: readonly string[];
}

interface TextDialogState {
  readonly top: number;
}

type TextDialogAction = {readonly kind: 'scroll'; readonly by: number} | {readonly kind: 'close'};

const move = inGroup<TextDialogState, TextDialogAction>('Move');
const WHEEL = {'wheel-up': -3, 'wheel-down': 3};

const scroll = (by: number): TextDialogAction => ({kind: 'scroll', by});

export const textCommands = (closeKeys: readonly string[]): readonly Command<TextDialogState, TextDialogAction>[] => [
  move({id: 'down', title: 'Scroll down', keys: ['j', 'down'], footer: 'scroll', action: scroll(1)}),
  move({id: 'up', title: 'Scroll up', keys: ['k', 'up'], action: scroll(-1)}),
  move({id: 'page-down', title: 'Go a page down', keys: ['pagedown', 'ctrl-d', 'space'], action: scroll(10)}),
  move({id: 'page-up', title: 'Go a page up', keys: ['pageup', 'ctrl-u'], action: scroll(-10)}),
  move({id: 'first', title: 'Go to the first line', keys: ['g', 'home'], action: scroll(Number.NEGATIVE_INFINITY)}),
  move({id: 'last', title: 'Go to the last line', keys: ['G', 'end'], action: scroll(Number.POSITIVE_INFINITY)}),
  {
    id: 'close',
    title: 'Close',
    keys: ['esc', 'enter', 'q', ...closeKeys],
    group: 'Text',
    footer: 'close',
    action: {kind: 'close'},
  },
];

export const textDialog =
  (options: TextDialogOptions): OpenDialog =>
  host =>
    mount(textScreen(options), host);

const textScreen = (options: TextDialogOptions): Screen<TextDialogState, TextDialogAction> => ({
  title: options.title,
  initial: {top: 0},
  update: (state, action, {size}) => {
    if (action.kind === 'close') return [state, {kind: 'close'}];
    const {length} = options.lines({...plainUi, ...size}, dialogCells(size.columns));
    return [{top: Math.max(0, Math.min(state.top + action.by, length - roomFor(size.rows)))}];
  },
  commands: textCommands(options.closeKeys),
  pointed: (_state, {kind}) =>
    kind === 'wheel-up' || kind === 'wheel-down' ? {action: scroll(WHEEL[kind])} : undefined,
  View: dialogView((state, ui) => {
    const cells = dialogCells(ui.columns);
    const lines = options.lines(ui, cells);
    const room = roomFor(ui.rows);
    const top = Math.min(state.top, Math.max(0, lines.length - room));
    const more = moreText({top, count: room}, lines.length);
    return {
      title: truncate(options.title, cells - 2 - cellWidth(more), {ellipsis: ui.glyphs.ellipsis}) + more,
      head: lines.slice(top, top + room),
    };
  }),
});

const roomFor = (rows: number): number => Math.max(1, rows - 4);
