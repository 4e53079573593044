import type {Command} from '../commands/command.ts';
import {type Tab, viewFields} from '../commands/global.ts';
import {mount} from '../core/mount.ts';
import {concurrently} from '../core/run-items.ts';
import {type Effect, type EffectContext, effect, type Next, type OpenDialog, type Screen} from '../core/screen.ts';
import {confirmDialog} from '../dialogs/confirm-dialog.ts';
import {messageForm} from '../dialogs/form-dialog.ts';
import {pointedInDialog, type SelectAction, selectedAfter} from '../dialogs/input-list.ts';
import {count} from '../format/number.ts';
import {currentFilter, filterOfParams, filterWords, queryOf} from '../logs/filter.ts';
import {sanitise} from '../text/sanitise.ts';
import {fit, truncate} from '../text/width.ts';
import {wrap} from '../text/wrap.ts';
import {plainUi, type Ui} from '../ui/context.ts';
import {type DialogText, dialogCells, dialogRows, dialogView} from '../ui/DialogBox.tsx';
import {readViews, removeView, type SavedView, saveView} from './views.ts';

export const saveViewDialog = (address: Omit<SavedView, 'name'>, name: string | undefined): OpenDialog =>
  messageForm(
    {
      title: 'Name this view',
      fields: viewFields,
      ...(name !== undefined && {given: {name}}),
      atOnce: name !== undefined,
      submitLabel: 'save',
      submit: async ({name: given = ''}, {preferences}) => {
        const view = {...address, name: given.trim()};
        await saveView(preferences(), view);
        return `Saved the view ${view.name}.`;
      },
    },
    '{global.views} shows the named views.',
  );

/** `unknown`: the gateway sends no count. `failed`: the request failed. */
type Entries = number | 'unknown' | 'failed';

interface ViewsState {
  readonly views: readonly SavedView[] | undefined;
  readonly entries: ReadonlyMap<string, Entries>;
  readonly selected: number;
  readonly problem: string | undefined;
}

type ViewsAction =
  | {readonly kind: 'read'; readonly views: readonly SavedView[]}
  | {readonly kind: 'counted'; readonly name: string; readonly entries: Entries}
  | {readonly kind: 'failed'; readonly text: string}
  | SelectAction
  | {readonly kind: 'enter' | 'all-counted' | 'open' | 'remove' | 'close'};

export const viewsCommands: readonly Command<ViewsState, ViewsAction>[] = [
  {id: 'down', title: 'Select the next view', keys: ['j', 'down'], group: 'Views', action: {kind: 'select', by: 1}},
  {id: 'up', title: 'Select the previous view', keys: ['k', 'up'], group: 'Views', action: {kind: 'select', by: -1}},
  {id: 'open', title: 'Show the view', keys: ['enter'], group: 'Views', footer: 'show', action: {kind: 'open'}},
  {
    id: 'remove',
    title: 'Delete the view',
    keys: ['X'],
    group: 'Views',
    footer: 'delete',
    dangerous: true,
    action: {kind: 'remove'},
  },
  {id: 'close', title: 'Close', keys: ['esc', 'q'], group: 'Views', footer: 'close', action: {kind: 'close'}},
];

export const viewsDialog =
  (tabs: readonly Tab[]): OpenDialog =>
  host =>
    mount(viewsScreen(tabs), host);

const load = effect<ViewsAction>(
  'views',
  async ({preferences}) => ({kind: 'read', views: await readViews(preferences())}),
  ({message}) => ({kind: 'failed', text: message}),
);

export const countViews = (views: readonly SavedView[]): Effect<ViewsAction> =>
  effect<ViewsAction>(
    'counts',
    async (context, signal, report) => {
      await concurrently(views, async view => {
        if (!signal.aborted)
          report({kind: 'counted', name: view.name, entries: await countView(view, context, signal)});
      });
      return {kind: 'all-counted'};
    },
    ({message}) => ({kind: 'failed', text: message}),
  );

const countView = async ({params}: SavedView, {client, now}: EffectContext, signal: AbortSignal): Promise<Entries> => {
  const filter = filterOfParams(params);
  if (typeof filter === 'string') return 'failed';
  const counting = client().errorLogs.count(queryOf(currentFilter(filter, now())), {signal});
  return (await counting.catch(() => 'failed' as const)) ?? 'unknown';
};

const TITLE = 'Named views';

const viewsScreen = (tabs: readonly Tab[]): Screen<ViewsState, ViewsAction> => ({
  title: TITLE,
  initial: {views: undefined, entries: new Map(), selected: 0, problem: undefined},
  enter: {kind: 'enter'},
  update: (state, action): Next<ViewsState, ViewsAction> => {
    const {views = [], selected} = state;
    const view = views[selected];
    switch (action.kind) {
      case 'enter':
        return [state, load];
      case 'all-counted':
        return [state];
      case 'read': {
        const last = Math.max(0, action.views.length - 1);
        return [{...state, views: action.views, selected: Math.min(selected, last)}, countViews(action.views)];
      }
      case 'counted':
        return [{...state, entries: new Map(state.entries).set(action.name, action.entries)}];
      case 'failed':
        return [{...state, views, problem: action.text}];
      case 'select':
        return [{...state, selected: selectedAfter(selected, action, views.length) ?? 0}];
      case 'open':
        if (view === undefined) return [state];
        return [state, {kind: 'close'}, {kind: 'goto', screen: view.screen, params: view.params}];
      case 'remove':
        return view === undefined ? [state] : [state, removal(view)];
      case 'close':
        return [state, {kind: 'close'}];
      default:
        return action satisfies never;
    }
  },
  commands: viewsCommands,
  pointed: (state, event, {size}) => pointedInDialog(viewsText(state, {...plainUi, ...size}, tabs), event, size),
  View: dialogView((state, ui) => viewsText(state, ui, tabs)),
});

const removal = ({name}: SavedView) =>
  confirmDialog(
    {
      title: 'Delete the view',
      lines: [`The view ${name} is deleted from this profile. Its entries stay.`],
      choices: [
        {
          label: 'Delete',
          carryOut: async ({preferences}) => {
            await removeView(preferences(), name);
            return readViews(preferences());
          },
        },
      ],
    },
    (views): ViewsAction => ({kind: 'read', views}),
  );

const NAME_CELLS = 24;
const TAB_CELLS = 11;
const COUNT_CELLS = 12;
const WIDE = 60;

const viewsText = ({views, entries, selected, problem}: ViewsState, ui: Ui, tabs: readonly Tab[]): DialogText => {
  const {paint, say, glyphs} = ui;
  const cells = dialogCells(ui.columns);
  const wrong = problem === undefined ? [] : [paint('status.error', truncate(`! ${problem}`, cells))];
  if (views === undefined) return {title: TITLE, head: ['Reading the views'], foot: wrong};
  const none = truncate(say('No view has a name. {global.save-view} names the view in front.'), cells);
  if (views.length === 0) return {title: TITLE, head: [none], foot: wrong};
  const nameCells = Math.min(NAME_CELLS, cells - COUNT_CELLS - 2);
  const rows = views.map(({name, screen, params}, at) => {
    // The gateway cannot test conditions, so its count includes entries that fail them.
    const isMost = params.conditions !== undefined;
    const filter = filterOfParams(params);
    const words =
      typeof filter === 'string'
        ? filter
        : filterWords(filter, glyphs.atLeast)
            .filter(({set}) => set)
            .map(({text}) => text)
            .concat(params.search === undefined ? [] : `/${params.search}`, params.find ?? [])
            .join(', ');
    const tab = tabs.find(({id}) => id === screen)?.title ?? screen;
    const text = [
      fit(sanitise(name), nameCells, {ellipsis: glyphs.ellipsis}),
      fit(countText(entries.get(name), {dot: glyphs.dot, isMost}), COUNT_CELLS, {align: 'right'}),
      ...(cells < WIDE ? [] : [fit(sanitise(tab), TAB_CELLS), sanitise(words === '' ? 'no filter' : words)]),
    ].join('  ');
    const line = fit(text, cells, {ellipsis: glyphs.ellipsis});
    return at === selected ? paint('selection', line) : line;
  });
  const note = wrap(
    'Counts are those of the gateway: without the search, and with "of" without the conditions.',
    cells,
  );
  const foot = ['', ...note.map(line => paint('muted', line)), ...wrong];
  const height = Math.max(1, dialogRows(ui.rows) - foot.length);
  const top = Math.max(0, Math.min(selected - Math.floor(height / 2), rows.length - height));
  const lines = rows.slice(top, top + height);
  return {title: TITLE, head: lines, list: {lines, top, count: lines.length, selected}, foot};
};

const countText = (entries: Entries | undefined, {dot, isMost}: {dot: string; isMost: boolean}): string => {
  if (entries === undefined) return dot;
  if (typeof entries === 'number') return `${isMost ? 'of ' : ''}${count(entries)}`;
  return entries === 'unknown' ? 'no count' : 'failed';
};
