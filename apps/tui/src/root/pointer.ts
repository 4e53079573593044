import type {App} from '../app/app.ts';
import {type Cell, isPress, movedCells, type PointerEvent} from '../core/pointer-event.ts';
import type {MouseReport} from '../terminal/mouse.ts';
import {fits, hasViewsLine, paneOf} from './frame.ts';
import {placeTitles, tabTitles, viewTitles} from './tabs.ts';

const TABS_ROW = 1;
const VIEWS_ROW = 2;

const DOUBLE_MS = 400;
const DOUBLE_CELLS = 2;

export const createPointer = (app: App, now: () => number) => {
  let pressed: Cell | undefined;
  let last: (Cell & {readonly at: number}) | undefined;

  const isSecond = ({row, column}: Cell, at: number): boolean =>
    last !== undefined &&
    row === last.row &&
    Math.abs(column - last.column) <= DOUBLE_CELLS &&
    at - last.at <= DOUBLE_MS;

  const eventOf = ({kind, ...cell}: MouseReport): PointerEvent | undefined => {
    switch (kind) {
      case 'press': {
        const at = now();
        const isDouble = isSecond(cell, at);
        last = isDouble ? undefined : {...cell, at};
        pressed = cell;
        return {kind: isDouble ? 'double' : 'press', ...cell, from: cell};
      }
      case 'drag':
        return pressed && {kind, ...cell, from: pressed};
      case 'release':
        pressed = undefined;
        return undefined;
      default:
        return {kind, ...cell, from: cell};
    }
  };
  return (report: MouseReport): void => {
    const event = eventOf(report);
    if (event !== undefined) send(app, event);
  };
};

const send = (app: App, event: PointerEvent): void => {
  const {size, dialog} = app.view();
  if (!fits(size)) return;
  const {column, row} = event;
  const region =
    isPress(event) && dialog === undefined
      ? regionsOf(app).find(each => each.row === row && column >= each.from && column < each.to)
      : undefined;
  const top = paneTop(app);
  const {row: from} = event.from;
  if (region !== undefined) region.run();
  else if (from >= top && from < top + paneOf(size).rows) app.point(movedCells(event, {column: 0, row: top}));
};

const paneTop = (app: App): number => (hasViewsLine(app.view().size) ? VIEWS_ROW + 1 : TABS_ROW + 1);

const regionsOf = (app: App) => {
  const {size} = app.view();
  const {columns} = paneOf(size);
  const {global} = app.commands();
  const regions = (row: number, titles: ReturnType<typeof tabTitles>, run: (id: string) => void) =>
    placeTitles(titles, columns).map(({id, column, cells}) => ({
      ...{row, from: column, to: column + cells},
      run: () => run(id),
    }));
  return [
    ...regions(TABS_ROW, tabTitles(app), tab => global.find(({id}) => id === `tab-${tab}`)?.run()),
    ...(hasViewsLine(size) ? regions(VIEWS_ROW, viewTitles(app), view => app.goto(view)) : []),
  ];
};
