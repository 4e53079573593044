export type Motion = 'up' | 'down' | 'first' | 'last' | `${'page' | 'half' | 'wheel'}-${'up' | 'down'}`;

const WHEEL_LINES = 3;

export interface ListPosition {
  readonly selected: number;
  readonly top: number;
}

export const listStart: ListPosition = {selected: 0, top: 0};

/** The rows from `from` up to but not including `to` are selected and scrolled together. */
export interface Item {
  readonly from: number;
  readonly to: number;
  readonly lines: number;
}

export type Flow<I extends Item = Item> = (index: number) => I;

export const plainFlow: Flow = index => ({from: index, to: index + 1, lines: 1});

export interface ListExtent {
  readonly count: number;
  readonly height: number;
  readonly flow: Flow;
}

export const moveList = (position: ListPosition, motion: Motion, extent: ListExtent): ListPosition => {
  const {count, height, flow} = extent;
  const page = Math.max(1, height - 1);
  const half = Math.max(1, Math.floor(height / 2));
  const steps = {
    ...{'page-up': -page, 'page-down': page, 'half-up': -half, 'half-down': half},
    ...{'wheel-up': -WHEEL_LINES, 'wheel-down': WHEEL_LINES},
  };
  /** Scrolls upwards if `lines` is negative. Selects a visible row. */
  const by = (lines: number): ListPosition => {
    const moved = linesAway(position.selected, lines, extent);
    const top = linesAway(position.top, lines, extent);
    const {end} = viewEnd(top, extent);
    const selected = lines < 0 && top === 0 ? moved : clamp(moved, top, Math.max(top, end - 1));
    return fitList({selected, top}, extent);
  };
  switch (motion) {
    case 'up':
      return fitList({...position, selected: flow(Math.max(0, flow(position.selected).from - 1)).from}, extent);
    case 'down':
      return fitList({...position, selected: flow(position.selected).to}, extent);
    case 'first':
      return listStart;
    case 'last':
      return fitList({selected: count - 1, top: count - 1}, extent);
    default:
      return by(steps[motion]);
  }
};

/** Moves over whole items of at most `lines` lines in total (negative: upwards), but over at least one item. */
const linesAway = (index: number, lines: number, {count, flow}: ListExtent): number => {
  let item = flow(index);
  let left = Math.abs(lines);
  for (let isFirst = true; left > 0 || isFirst; isFirst = false) {
    const at = lines > 0 ? item.to : item.from - 1;
    if (at < 0 || at >= count) break;
    const next = flow(at);
    left -= lines > 0 ? item.lines : next.lines;
    if (left < 0 && !isFirst) break;
    item = next;
  }
  return item.from;
};

export const topEndingAt = (index: number, {height, flow}: ListExtent): number => {
  let item = flow(index);
  for (let left = height - item.lines; item.from > 0; ) {
    const above = flow(item.from - 1);
    left -= above.lines;
    if (left < 0) break;
    item = above;
  }
  return item.from;
};

export const middleTop = (index: number, extent: ListExtent): number =>
  topEndingAt(index, {...extent, height: Math.floor(extent.height / 2) + 1});

/** Returns the index after the last completely visible row, and the number of free lines below that row. */
export const viewEnd = (
  top: number,
  {count, height, flow}: ListExtent,
): {readonly end: number; readonly left: number} => {
  let end = top;
  let left = height;
  while (end < count) {
    const {to, lines} = flow(end);
    if (lines > left) break;
    left -= lines;
    end = to;
  }
  return {end, left};
};

/** Returns the nearest position in which the selected row is visible. The rows fill the view if possible. */
export const fitList = (position: ListPosition, extent: ListExtent): ListPosition => {
  const {count, flow} = extent;
  const size = {...extent, height: Math.max(1, extent.height)};
  if (count === 0) return listStart;
  const selected = clamp(position.selected, 0, count - 1);
  const wanted = flow(clamp(position.top, 0, selected)).from;
  const top = Math.max(wanted, topEndingAt(selected, size));
  const {end, left} = viewEnd(top, size);
  return {selected, top: end >= count && left > 0 ? Math.min(top, topEndingAt(count - 1, size)) : top};
};

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));

/** In the details of a row, up and down select another row. Other motions scroll the details. */
export const scrollsText = (motion: Motion): boolean => motion !== 'up' && motion !== 'down';

export const scrollText = (top: number, motion: Motion, {lines, height}: {lines: number; height: number}): number =>
  moveList({selected: top, top}, motion, {count: lines, height, flow: plainFlow}).top;
