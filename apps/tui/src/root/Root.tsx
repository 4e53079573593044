import {Box, useInput, usePaste} from 'ink';
import {useMemo, useSyncExternalStore} from 'react';
import type {App, AppView, Flash} from '../core/app.ts';
import {keyNames} from '../keys/key-name.ts';
import {sanitise} from '../text/sanitise.ts';
import {truncate} from '../text/width.ts';
import {type Ui, UiContext, useTimed, useUi} from '../ui/context.ts';
import {Line} from '../ui/Lines.tsx';
import {footerLine} from './footer.ts';
import {headerLine} from './header.ts';
import {fits, hasRules, paneOf, SMALLEST} from './layout.ts';

type Look = Pick<Ui, 'paint' | 'glyphs' | 'finish' | 'clock'>;

interface RootProps {
  readonly app: App;
  readonly look: Look;
}

/** The frame around whatever screen is in front, with its keys. Cannot name a screen. */
export const Root = ({app, look}: RootProps) => (
  <>
    <Keys app={app} />
    <StillFrame app={app} look={look} />
  </>
);

/** The same without keys, for where nobody types. */
export const StillFrame = ({app, look}: RootProps) => {
  const view = useSyncExternalStore(app.subscribe, app.view);
  const pane = paneOf(view.size);
  const ui = useMemo(() => ({...look, columns: pane.columns, rows: pane.rows}), [look, pane.columns, pane.rows]);
  return (
    <UiContext value={ui}>{fits(view.size) ? <Frame app={app} view={view} /> : <TooSmall view={view} />}</UiContext>
  );
};

/** The only listener for keys and pastes. */
const Keys = ({app}: {app: App}) => {
  useInput((input, key) => {
    for (const name of keyNames(input, key)) app.press(name);
  });
  usePaste(text => app.paste(text));
  return null;
};

const Frame = ({app, view}: {app: App; view: AppView}) => {
  const {paint, glyphs, columns, rows} = useUi();
  const header = useTimed(now => headerLine(view.connection, now, {paint, glyphs, columns: columns - 1}));
  const rule = paint('rule', glyphs.rule.repeat(columns));
  const rules = hasRules(view.size);
  const bindings = app.bindings();
  const flash = useTimed(now => flashLine(view.flash, now, {paint, columns}));
  const footer = footerLine(bindings.front, bindings.global, {paint, columns});
  return (
    <Box flexDirection="column" height={view.size.rows} width={columns}>
      <Line text={header} />
      <Line text={tabsLine(view, {paint, columns})} />
      {rules && <Line text={rule} />}
      <Box flexDirection="column" height={rows} width={columns} overflow="hidden">
        {view.screen.render()}
        {view.dialog?.render()}
      </Box>
      {rules && <Line text={flash === '' ? rule : flash} />}
      <Line text={!rules && flash !== '' ? flash : footer} />
    </Box>
  );
};

const tabsLine = (view: AppView, {paint, columns}: {paint: Ui['paint']; columns: number}): string => {
  const tab = (title: string, id: string, index: number): string => {
    const text = `${index + 1} ${title}`;
    return id === view.active ? paint('tab.active', text) : paint('muted', text);
  };
  const wide = view.tabs.reduce((sum, {title}) => sum + title.length + 5, 0) < columns;
  return ` ${view.tabs.map(({id, title}, at) => tab(wide || id === view.active ? title : title.slice(0, 4), id, at)).join(wide ? '   ' : ' ')}`;
};

const flashLine = (
  flash: Flash | undefined,
  now: number,
  {paint, columns}: {paint: Ui['paint']; columns: number},
): string => {
  if (flash === undefined || flash.until <= now) return '';
  const mark = {ok: 'ok', warn: 'note', error: 'error'}[flash.tone];
  return ` ${paint(`status.${flash.tone}`, truncate(`${mark}: ${sanitise(flash.text)}`, columns - 2))}`;
};

const TooSmall = ({view}: {view: AppView}) => {
  const {columns, rows} = view.size;
  const text = `needs ${SMALLEST.columns}x${SMALLEST.rows}, has ${columns}x${rows}`;
  return (
    <Box height={rows} width={columns} alignItems="center" justifyContent="center">
      <Line text={truncate(text, columns)} />
    </Box>
  );
};
