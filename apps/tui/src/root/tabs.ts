import type {App} from '../app/app.ts';
import {keyLabel} from '../commands/key-name.ts';
import {cellWidth, truncate} from '../text/width.ts';
import type {Ui} from '../ui/context.ts';
import {hasViewsLine} from './frame.ts';

export interface Title {
  readonly id: string;
  readonly title: string;
  readonly isActive: boolean;
}

export const tabTitles = (app: App): readonly Title[] => {
  const {tabs, tab, screen, size} = app.view();
  return tabs.map(({id, title}) => {
    const isActive = id === tab;
    // If there is no line of views, the active tab has the title of its current view.
    const name = isActive && !hasViewsLine(size) ? screen.title : title;
    return {id, title: keyed(app, `global.tab-${id}`, name), isActive};
  });
};

export const viewTitles = (app: App): readonly Title[] => {
  const {tab, views, active} = app.view();
  return views.map(({id, label, command}) => ({
    id,
    // The first view has no key in front of its label. The key that returns to the first view works only in other
    // views, and their footer shows that key.
    title: id === tab ? label : keyed(app, `${tab}.${command.id}`, label),
    isActive: id === active,
  }));
};

const keyed = (app: App, command: string, title: string): string => {
  const [key] = app.names.keysOf(command);
  return key === undefined ? title : `${keyLabel(key)} ${title}`;
};

const GAP = 2;

/** If the titles do not fit, shortens the longest ones first, but not the active one. */
export const placeTitles = (titles: readonly Title[], columns: number) => {
  const isWide = titles.reduce((sum, {title}) => sum + cellWidth(title) + 1 + GAP, 0) <= columns;
  const cellsWith = (max: number): number =>
    titles.reduce((sum, {title, isActive}) => sum + 1 + Math.min(isActive ? columns : max, cellWidth(title)), 0);
  let max = columns;
  while (max > 1 && cellsWith(max) > columns) max--;
  // A title of fewer than 6 cells shows its key and few letters. An ellipsis would replace one of these letters.
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
