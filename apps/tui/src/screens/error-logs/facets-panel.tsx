import {isDeepStrictEqual} from 'node:util';
import {Box} from 'ink';
import {type ReactElement, useMemo} from 'react';
import {type Command, liveCommands} from '../../commands/command.ts';
import {isPress, movedCells} from '../../core/pointer-event.ts';
import type {Host, Mounted, Params, Size} from '../../core/screen.ts';
import type {Paint} from '../../theme/theme.ts';
import {UiContext, useUi} from '../../ui/context.ts';
import {Lines} from '../../ui/Lines.tsx';

/** A narrower terminal shows either the list or the panel. */
const MIN_COLUMNS = 160;
const panelColumns = (columns: number): number => Math.floor(columns * 0.36);

type Part = 'list' | 'panel';

/** Whether the list of entries or the panel of values has the focus. If `hidden`, the panel is not shown. */
type PanelState = 'hidden' | Part;

export const panelCommands: readonly Command<PanelState, 'move' | 'back'>[] = [
  {
    id: 'panel',
    title: 'Use the values at the side, or hide them',
    keys: ['V'],
    group: 'Explore',
    footer: 'values',
    action: 'move',
  },
  {
    id: 'panel-back',
    title: 'Go back to the list',
    keys: ['esc'],
    group: 'Explore',
    footer: 'back to the list',
    action: 'back',
    when: state => state === 'panel',
  },
];

interface Parts {
  readonly list: (host: Host) => Mounted;
  readonly panel: (host: Host) => Mounted;
  /** Id of the screen that replaces the panel in a narrow terminal. The panel uses the key bindings of this screen. */
  readonly view: string;
}

export const mountWithPanel = ({view, ...parts}: Parts, host: Host): Mounted => {
  let state: PanelState = 'hidden';
  let filter: Params | undefined;

  const isSplit = (): boolean => state !== 'hidden' && host.env().size.columns >= MIN_COLUMNS;
  const sizeOf = (part: Part): Size => {
    const {columns, rows} = host.env().size;
    const side = panelColumns(columns);
    return {rows, columns: part === 'panel' ? side : isSplit() ? columns - side - 1 : columns};
  };
  const hostOf = (part: Part): Host => ({...host, env: () => ({...host.env(), size: sizeOf(part)})});

  const list = parts.list({
    ...hostOf('list'),
    changed: () => {
      follow();
      host.changed();
    },
    moved: (_list, restore) => host.moved(mounted, restore),
    intend: intent => host.intend(intent, mounted),
  });
  const panel = parts.panel({
    ...hostOf('panel'),
    moved: () => undefined,
    intend: intent => {
      // A `goto` from the panel changes the list. The list then gets the focus, unless `keepsFocus` is set.
      if (intent.kind === 'goto' && intent.keepsFocus !== true) state = 'list';
      host.intend(intent, mounted);
    },
  });

  const follow = (): void => {
    const {search: _, find: __, ...next} = list.address() ?? {};
    if (!isSplit() || isDeepStrictEqual(next, filter)) return;
    filter = next;
    panel.open(next);
  };

  const send = (action: 'move' | 'back'): void => {
    if (action === 'back') state = 'list';
    else if (state === 'panel') state = 'hidden';
    else if (host.env().size.columns < MIN_COLUMNS) {
      host.intend({kind: 'goto', screen: view}, mounted);
      return;
    } else state = 'panel';
    follow();
    list.resized();
    host.changed();
  };
  const front = (): Mounted => (state === 'panel' ? panel : list);

  const mounted: Mounted = {
    ...list,
    progress: () => list.progress() ?? panel.progress(),
    commands: () => {
      const own = liveCommands(panelCommands, state, {send, now: () => host.env().now});
      if (state !== 'panel') return [...list.commands(), ...own];
      return [...panel.commands().map(command => ({...command, layer: view})), ...own];
    },
    subject: scope => (state === 'panel' ? undefined : list.subject(scope)),
    type: input => front().type(input),
    point(event) {
      if (!isSplit()) return list.point(event);
      const left = sizeOf('list').columns;
      const {column} = event.from;
      if (column === left) return undefined;
      const part = column < left ? 'list' : 'panel';
      if (part !== state && isPress(event)) {
        state = part;
        host.changed();
      }
      return part === 'list' ? list.point(event) : panel.point(movedCells(event, {column: left + 1, row: 0}));
    },
    typing: () => front().typing(),
    takes: key => front().takes(key),
    enter() {
      list.enter();
      if (isSplit()) panel.enter();
    },
    leave() {
      list.leave();
      panel.leave();
    },
    resized() {
      if (!isSplit() && state === 'panel') state = 'list';
      list.resized();
      follow();
      if (isSplit()) panel.resized();
    },
    reset() {
      list.reset();
      panel.reset();
      state = 'hidden';
      filter = undefined;
    },
    busy: () => list.busy() || panel.busy(),
    render: () => (isSplit() ? <Split list={list.render()} panel={panel.render()} focus={state} /> : list.render()),
  };
  return mounted;
};

type SplitProps = {readonly list: ReactElement; readonly panel: ReactElement; readonly focus: PanelState};

const Split = ({list, panel, focus}: SplitProps) => {
  const ui = useUi();
  const {paint} = ui;
  const right = panelColumns(ui.columns);
  const left = ui.columns - right - 1;
  const uiOf = (part: Part, columns: number) => ({...ui, columns, paint: focus === part ? paint : unfocused(paint)});
  const listUi = useMemo(() => uiOf('list', left), [ui, focus]);
  const panelUi = useMemo(() => uiOf('panel', right), [ui, focus]);
  const bar = paint(focus === 'panel' ? 'accent' : 'rule', ui.glyphs.side);
  return (
    <Box flexDirection="row">
      <Box width={left} flexShrink={0} overflow="hidden">
        <UiContext value={listUi}>{list}</UiContext>
      </Box>
      <Box width={1} flexShrink={0}>
        <Lines lines={Array.from({length: ui.rows}, () => bar)} />
      </Box>
      <Box width={right} flexShrink={0} overflow="hidden">
        <UiContext value={panelUi}>{panel}</UiContext>
      </Box>
    </Box>
  );
};

const unfocused =
  (paint: Paint): Paint =>
  (role, text) =>
    paint(role === 'selection' ? 'strong' : role, text);
