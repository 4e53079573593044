import type {Binding} from '../core/screen.ts';

export type Motion = 'up' | 'down' | 'page-up' | 'page-down' | 'half-up' | 'half-down' | 'first' | 'last';

const motions: readonly (readonly [Motion, readonly string[], string])[] = [
  ['down', ['j', 'down'], 'next row'],
  ['up', ['k', 'up'], 'previous row'],
  ['page-down', ['pagedown', 'ctrl-f'], 'a page down'],
  ['page-up', ['pageup', 'ctrl-b'], 'a page up'],
  ['half-down', ['ctrl-d'], 'half a page down'],
  ['half-up', ['ctrl-u'], 'half a page up'],
  ['first', ['g', 'home'], 'first row'],
  ['last', ['G', 'end'], 'last row'],
];

/** The keys that move in any list. */
export const listKeys = <S, A>(move: (motion: Motion) => A): readonly Binding<S, A>[] =>
  motions.map(([motion, keys, label]) => ({id: motion, keys, label, action: move(motion)}));
