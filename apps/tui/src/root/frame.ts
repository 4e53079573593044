import type {LiveCommand} from '../commands/command.ts';
import {keyLabel} from '../commands/key-name.ts';
import type {Size} from '../core/screen.ts';
import {cellWidth} from '../text/width.ts';
import type {Ui} from '../ui/context.ts';

export const SMALLEST: Size = {columns: 40, rows: 12};
const VIEWS_ROWS = 16;
const RULED_ROWS = 20;

export const fits = (terminal: Size): boolean => terminal.columns >= SMALLEST.columns && terminal.rows >= SMALLEST.rows;

export const hasViewsLine = ({rows}: Size): boolean => rows >= VIEWS_ROWS;

export const hasFooterRule = ({rows}: Size): boolean => rows >= RULED_ROWS;

export const paneOf = (terminal: Size): Size => ({
  columns: terminal.columns,
  rows: Math.max(1, terminal.rows - 3 - (hasViewsLine(terminal) ? 1 : 0) - (hasFooterRule(terminal) ? 1 : 0)),
});

type Context = Pick<Ui, 'paint' | 'columns'>;

/**
 * If the line is too long, drops commands from the end of `front`, then from the start of `global`. The first command
 * of `front`, its Esc command and the last command of `global` stay until all others are dropped.
 */
export const footerLine = (
  front: readonly LiveCommand[],
  global: readonly LiveCommand[],
  {paint, columns}: Context,
) => {
  const always = global.flatMap(partOf);
  const cellsOf = (parts: typeof always): number => parts.reduce((sum, {cells}) => sum + cells + GAP.length, 0);
  // A key runs the first command that has it, so the others are not shown.
  const own = front.flatMap(partOf).filter(({key}, at, all) => all.findIndex(other => other.key === key) === at);
  while (own.length > 0 && cellsOf([...own, ...always]) > columns - 2) {
    const last = own.findLastIndex(({isEsc}) => !isEsc);
    if (last < 1 && always.length > 1) always.shift();
    else own.splice(Math.max(0, last), 1);
  }
  const parts = [...own, ...always];
  return ` ${parts.map(({key, label}) => `${paint('key', key)} ${label}`).join(GAP)}`;
};

const GAP = '   ';

const partOf = ({keys: [first], footer: label, disabledReason}: LiveCommand) => {
  if (first === undefined || label === undefined || disabledReason !== undefined) return [];
  const key = keyLabel(first);
  return [{key, label, isEsc: first === 'esc', cells: cellWidth(key) + 1 + cellWidth(label)}];
};
