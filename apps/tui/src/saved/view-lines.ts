import type {Tab} from '../commands/global.ts';
import {count} from '../format/number.ts';
import {filterOfParams, filterWords} from '../logs/filter.ts';
import {sanitise} from '../text/sanitise.ts';
import {fit, truncate} from '../text/width.ts';
import {wrap} from '../text/wrap.ts';
import type {Ui} from '../ui/context.ts';
import {dialogCells, dialogRows} from '../ui/DialogBox.tsx';
import type {SavedView} from './views.ts';

/** Entries of a view: not known yet, or not to be had. */
export type Entries = number | 'unknown' | 'failed';

export interface ViewsState {
  /** Undefined until they are read. */
  readonly views: readonly SavedView[] | undefined;
  readonly entries: ReadonlyMap<string, Entries>;
  readonly selected: number;
  readonly problem: string | undefined;
}

const NAME_CELLS = 24;
const TAB_CELLS = 11;
const COUNT_CELLS = 12;
/** Room for the tab and the filter too. */
const WIDE = 60;

/** A line for each view, and what is wrong. */
export const viewLines = ({views, entries, selected, problem}: ViewsState, ui: Ui, tabs: readonly Tab[]) => {
  const {paint, say, glyphs} = ui;
  const cells = dialogCells(ui.columns);
  const wrong = problem === undefined ? [] : [paint('status.error', truncate(`! ${problem}`, cells))];
  if (views === undefined) return {head: ['Reading the views'], foot: wrong};
  if (views.length === 0)
    return {
      head: [truncate(say('No view has a name. {global.save-view} names the view in front.'), cells)],
      foot: wrong,
    };
  const nameCells = Math.min(NAME_CELLS, cells - COUNT_CELLS - 2);
  const rows = views.map(({name, screen, params}, at) => {
    const filter = filterOfParams(params);
    const words =
      typeof filter === 'string'
        ? filter
        : filterWords(filter, glyphs.atLeast)
            .filter(({set}) => set)
            .map(({text}) => text)
            .concat(params.search === undefined ? [] : `/${params.search}`)
            .join(', ');
    const tab = tabs.find(({id}) => id === screen)?.title ?? screen;
    const text = [
      fit(sanitise(name), nameCells, {ellipsis: glyphs.ellipsis}),
      fit(countText(entries.get(name), glyphs.dot), COUNT_CELLS, {align: 'right'}),
      ...(cells < WIDE ? [] : [fit(sanitise(tab), TAB_CELLS), sanitise(words === '' ? 'no filter' : words)]),
    ].join('  ');
    const line = fit(text, cells, {ellipsis: glyphs.ellipsis});
    return at === selected ? paint('selection', line) : line;
  });
  const note = wrap('Counts are those of the gateway, of the filter without a search.', cells);
  const foot = ['', ...note.map(line => paint('muted', line)), ...wrong];
  const room = Math.max(1, dialogRows(ui.rows) - foot.length);
  const top = Math.max(0, Math.min(selected - Math.floor(room / 2), rows.length - room));
  return {
    head: rows.slice(top, top + room),
    foot,
  };
};

const countText = (entries: Entries | undefined, dot: string): string => {
  if (entries === undefined) return dot;
  return typeof entries === 'number' ? count(entries) : entries === 'unknown' ? 'no count' : 'failed';
};
