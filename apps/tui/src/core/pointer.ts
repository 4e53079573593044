export interface Cell {
  readonly column: number;
  readonly row: number;
}

/** What the operator did with the mouse. Cells are counted from 0, from the top left corner of the screen's area. */
export interface PointerEvent extends Cell {
  /** `double`: the second press on a row within a short time. */
  readonly kind: 'press' | 'double' | 'drag' | 'wheel-up' | 'wheel-down';
  /** Where the button was pressed. Other events have their own cell here. */
  readonly from: Cell;
}

/** The effect of a {@link PointerEvent}: an action, or the command whose default key is Enter. */
export type Pointed<A> = {readonly action: A} | 'enter';

export const isPress = ({kind}: PointerEvent): boolean => kind === 'press' || kind === 'double';

/** Returns the event for a part of the area whose top left corner is at a cell. */
export const movedCells = (event: PointerEvent, {column, row}: Cell): PointerEvent => ({
  ...event,
  ...{column: event.column - column, row: event.row - row},
  from: {column: event.from.column - column, row: event.from.row - row},
});
