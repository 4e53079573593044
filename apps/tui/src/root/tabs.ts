import type {App} from '../app/app.ts';
import {keyLabel} from '../commands/key-name.ts';
import {cellWidth, truncate} from '../text/width.ts';
import type {Ui} from '../ui/context.ts';
import {hasViewsLine} from './frame.ts';

/** A title in the line of tabs or the line of views. */
export interface Title {
  readonly id: string;
  readonly title: string;
  readonly isActive: boolean;
}

export const tabTitles = (app: App): readonly Title[] => {
  const {tabs, tab, screen, size} = app.view();
  return tabs.map(({id, title}) => {
    const isActive = id === tab;
    // If the views line is hidden, the active tab shows the title of its view.
    const name = isActive && !hasViewsLine(size) ? screen.title : title;
    return {id, title: keyed(app, `global.tab-${id}`, name), isActive};
  });
};

/** The views of the active tab. Empty for a tab with one view. */
export const viewTitles = (app: App): readonly Title[] => {
  const {tab, views, active} = app.view();
  return views.map(({id, label, command}) => ({
    id,
    // The label of the first view has no key: closing the other views returns to it.
    title: id === tab ? label : keyed(app, `${tab}.${command.id}`, label),
    isActive: id === active,
  }));
};

const keyed = (app: App, command: string, title: string): string => {
  const [key] = app.names.keysOf(command);
  return key === undefined ? title : `${keyLabel(key)} ${title}`;
};

interface PlacedTitle extends Title {
  /** The title, shortened if necessary. One cell before it is for a mark. */
  readonly text: string;
  readonly column: number;
  readonly cells: number;
}

const GAP = 2;

/** Places titles in a line. If they do not fit, shortens the longest first, except the active one. */
export const placeTitles = (titles: readonly Title[], columns: number): readonly PlacedTitle[] => {
  const isWide = titles.reduce((sum, {title}) => sum + cellWidth(title) + 1 + GAP, 0) <= columns;
  const cellsWith = (max: number): number =>
    titles.reduce((sum, {title, isActive}) => sum + 1 + Math.min(isActive ? columns : max, cellWidth(title)), 0);
  let max = columns;
  while (max > 1 && cellsWith(max) > columns) max--;
  // Titles cut to fewer than 6 cells have no ellipsis, since it would leave no letters.
  const cut = max < 6 ? {ellipsis: ''} : {};
  let column = 0;
  return titles.map(each => {
    const text = isWide || each.isActive ? each.title : truncate(each.title, max, cut);
    const cells = 1 + cellWidth(text);
    const placed = {...each, text, column, cells};
    column += cells + (isWide ? GAP : 0);
    return placed;
  });
};

/** Returns the line of tabs or views. `mark` precedes the active title. */
export const tabsLine = (
  titles: readonly Title[],
  {paint, columns, mark = ' '}: Pick<Ui, 'paint' | 'columns'> & {readonly mark?: string},
): string => {
  let end = 0;
  return placeTitles(titles, columns)
    .map(({text, isActive, column, cells}) => {
      const gap = ' '.repeat(column - end);
      end = column + cells;
      return gap + (isActive ? paint('accent', mark) + paint('tab.active', text) : ` ${paint('muted', text)}`);
    })
    .join('');
};
