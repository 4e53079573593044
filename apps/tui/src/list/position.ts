import type {Motion} from '../commands/motions.ts';

/** Where a list stands: the selected row and the first row in view, both counted from 0. */
export interface ListPosition {
  readonly selected: number;
  readonly top: number;
}

export const listStart: ListPosition = {selected: 0, top: 0};

/** Moves within `count` rows, `height` of them in view. */
export const moveList = (position: ListPosition, motion: Motion, extent: ListExtent): ListPosition => {
  const {count, height} = extent;
  const page = Math.max(1, height - 1);
  const half = Math.max(1, Math.floor(height / 2));
  const by = (rows: number): ListPosition =>
    fitList({selected: position.selected + rows, top: Math.abs(rows) > 1 ? position.top + rows : position.top}, extent);
  switch (motion) {
    case 'up':
      return by(-1);
    case 'down':
      return by(1);
    case 'page-up':
      return by(-page);
    case 'page-down':
      return by(page);
    case 'half-up':
      return by(-half);
    case 'half-down':
      return by(half);
    case 'first':
      return {selected: 0, top: 0};
    case 'last':
      return fitList({selected: count - 1, top: count - height}, extent);
    default:
      return motion satisfies never;
  }
};

export interface ListExtent {
  readonly count: number;
  readonly height: number;
}

/** The nearest position that has the selected row in view and no empty space that rows could fill. */
export const fitList = (position: ListPosition, {count, height}: ListExtent): ListPosition => {
  const rows = Math.max(1, height);
  const selected = clamp(position.selected, 0, Math.max(0, count - 1));
  const visible = clamp(position.top, selected - rows + 1, selected);
  return {selected, top: clamp(visible, 0, Math.max(0, count - rows))};
};

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));

/** Whether a motion scrolls the text of what is open; up and down go to the next one instead. */
export const scrollsText = (motion: Motion): boolean => motion !== 'up' && motion !== 'down';

/** Where a text of `lines` rows begins after a motion, `height` rows of it in view. */
export const scrollText = (top: number, motion: Motion, {lines, height}: {lines: number; height: number}): number =>
  moveList({selected: top, top}, motion, {count: lines, height}).top;
