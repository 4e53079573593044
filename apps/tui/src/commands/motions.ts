import type {Command} from './command.ts';

export type Motion = 'up' | 'down' | 'page-up' | 'page-down' | 'half-up' | 'half-down' | 'first' | 'last';

const motions: readonly (readonly [Motion, keys: readonly string[], title: string])[] = [
  ['down', ['j', 'down'], 'Go to the next row'],
  ['up', ['k', 'up'], 'Go to the previous row'],
  ['page-down', ['pagedown', 'ctrl-f'], 'Go a page down'],
  ['page-up', ['pageup', 'ctrl-b'], 'Go a page up'],
  ['half-down', ['ctrl-d'], 'Go half a page down'],
  ['half-up', ['ctrl-u'], 'Go half a page up'],
  ['first', ['g', 'home'], 'Go to the first row'],
  ['last', ['G', 'end'], 'Go to the last row'],
];

/** The commands that move in any list. */
export const motionCommands = <S, A>(move: (motion: Motion) => A): readonly Command<S, A>[] =>
  motions.map(([motion, keys, title]) => ({id: motion, title, keys, group: 'Move', action: move(motion)}));
