export interface Cell {
  readonly column: number;
  readonly row: number;
}

/**
 * A mouse event. In an open tab or dialog, row 0 is the first line of its content, and column 0 is the left edge of the
 * terminal.
 */
export interface PointerEvent extends Cell {
  /** `double`: a second press within 0.4 s on the same row. */
  readonly kind: 'press' | 'double' | 'drag' | 'wheel-up' | 'wheel-down';
  /** Cell where the button was pressed. For the wheel, the cell of the event. */
  readonly from: Cell;
}

export type Pointed<A> = {readonly action: A} | 'enter';

export const isPress = ({kind}: PointerEvent): boolean => kind === 'press' || kind === 'double';

export const movedCells = (event: PointerEvent, {column, row}: Cell): PointerEvent => ({
  ...event,
  ...{column: event.column - column, row: event.row - row},
  from: {column: event.from.column - column, row: event.from.row - row},
});
