import {Box, useInput, usePaste} from 'ink';
import {memo, useMemo, useSyncExternalStore} from 'react';
import type {App, AppView, Flash} from '../app/app.ts';
import {keyNames} from '../commands/key-name.ts';
import type {Size} from '../core/screen.ts';
import {sanitise} from '../text/sanitise.ts';
import {fit, truncate} from '../text/width.ts';
import {wrap} from '../text/wrap.ts';
import {type Ui, UiContext, useTimed, useUi} from '../ui/context.ts';
import {Line, Lines} from '../ui/Lines.tsx';
import {fits, footerLine, hasFooterRule, hasViewsLine, paneOf, SMALLEST} from './frame.ts';
import {headerLine} from './header.ts';
import {tabsLine, tabTitles, viewTitles} from './tabs.ts';

type Appearance = Pick<Ui, 'paint' | 'glyphs' | 'finish' | 'clock' | 'lastResponse' | 'link'>;

interface RootProps {
  readonly app: App;
  readonly appearance: Appearance;
}

export const Root = ({app, appearance}: RootProps) => (
  <>
    <Keys app={app} />
    <StillFrame app={app} appearance={appearance} />
  </>
);

const Keys = ({app}: {app: App}) => {
  useInput((input, key) => {
    for (const name of keyNames(input, key)) app.press(name);
  });
  usePaste(text => app.paste(text));
  return null;
};

export const StillFrame = ({app, appearance}: RootProps) => {
  const size = useSyncExternalStore(app.subscribe, () => app.view().size);
  const pane = paneOf(size);
  const tag = useSyncExternalStore(app.subscribe, () => app.view().connection?.tag);
  const {say} = useSyncExternalStore(app.subscribe, () => app.names);
  const ui = useMemo(
    () => ({...appearance, say, tag, columns: pane.columns, rows: pane.rows}),
    [appearance, say, tag, pane.columns, pane.rows],
  );
  return <UiContext value={ui}>{fits(size) ? <Layout app={app} size={size} /> : <TooSmall size={size} />}</UiContext>;
};

/** Renders again only after a resize, because Ink would redraw all components inside. */
const Layout = memo(({app, size}: {app: App; size: Size}) => {
  const {columns, rows} = paneOf(size);
  const hasRule = hasFooterRule(size);
  return (
    <Box flexDirection="column" height={size.rows} width={columns}>
      <Header app={app} />
      <Tabs app={app} />
      {hasViewsLine(size) && <Views app={app} />}
      <Box flexDirection="column" height={rows} width={columns} overflow="hidden">
        <Pane app={app} />
      </Box>
      {hasRule && <Rule />}
      <Footer app={app} />
      <FlashLines app={app} last={size.rows - (hasRule ? 2 : 1)} />
    </Box>
  );
});

const useView = (app: App): AppView => useSyncExternalStore(app.subscribe, app.view);

const Header = ({app}: {app: App}) => {
  const {connection, watch} = useView(app);
  const {paint, glyphs, columns} = useUi();
  return <Line text={useTimed(now => headerLine({connection, watch}, now, {paint, glyphs, columns: columns - 1}))} />;
};

const Tabs = ({app}: {app: App}) => {
  useView(app);
  const {paint, columns} = useUi();
  return <Line text={tabsLine(tabTitles(app), {paint, columns})} />;
};

const Views = ({app}: {app: App}) => {
  useView(app);
  const {paint, glyphs, columns} = useUi();
  const titles = viewTitles(app);
  if (titles.length === 0) return <Rule />;
  return <Line text={tabsLine(titles, {paint, columns, mark: glyphs.current})} />;
};

const Rule = () => {
  const {paint, glyphs, columns} = useUi();
  return <Line text={paint('rule', glyphs.rule.repeat(columns))} />;
};

const Pane = ({app}: {app: App}) => {
  const {screen, dialog} = useView(app);
  return (
    <>
      {screen.render()}
      {dialog?.render()}
    </>
  );
};

const FlashLines = ({app, last}: {app: App; last: number}) => {
  const {flash, dialog} = useView(app);
  const {paint, columns, say} = useUi();
  // Over a dialog, a message has only one line, so that it does not cover the end of the dialog.
  const max = dialog === undefined ? MAX_FLASH : 1;
  const text = useTimed(now => flashText(flash, now, {paint, columns, say, max}));
  if (text === '') return null;
  const lines = text.split('\n');
  return (
    <Box position="absolute" marginTop={last + 1 - lines.length}>
      <Lines lines={lines} />
    </Box>
  );
};

const Footer = ({app}: {app: App}) => {
  useView(app);
  const {paint, columns} = useUi();
  const {front, global} = app.commands();
  return <Line text={footerLine(front, global, {paint, columns})} />;
};

const MAX_FLASH = 3;

const flashText = (
  flash: Flash | undefined,
  now: number,
  {paint, columns, say, max}: Pick<Ui, 'paint' | 'columns' | 'say'> & {readonly max: number},
): string => {
  if (flash === undefined || flash.until <= now) return '';
  const mark = {ok: 'ok', warn: 'note', error: 'error'}[flash.tone];
  const hint = flash.hint === undefined ? '' : ` ${say(flash.hint)}`;
  const cells = columns - 2;
  const lines = wrap(`${mark}: ${sanitise(flash.text)}${hint}`, cells);
  const rest = lines.slice(max - 1).join(' ');
  const shown = [...lines.slice(0, max - 1), ...(rest === '' ? [] : [truncate(rest, cells)])];
  return shown.map(line => ` ${paint(`status.${flash.tone}`, fit(line, cells))} `).join('\n');
};

const TooSmall = ({size: {columns, rows}}: {size: Size}) => {
  const text = `needs ${SMALLEST.columns}x${SMALLEST.rows}, has ${columns}x${rows}`;
  return (
    <Box height={rows} width={columns} alignItems="center" justifyContent="center">
      <Line text={truncate(text, columns)} />
    </Box>
  );
};
