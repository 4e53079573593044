import {renderToString} from 'ink';
import {createSink} from '../output/sink.ts';
import {StillFrame} from '../root/Root.tsx';
import {tabIds} from '../screens/tabs.ts';
import type {Charset} from '../theme/glyphs.ts';
import {plainPaint} from '../theme/theme.ts';
import {createClock} from '../ui/context.ts';
import {type ConsoleOptions, createConsole, lastResponseOf} from './console.ts';

export interface FramesOptions extends Omit<ConsoleOptions, 'size'> {
  readonly charset: Charset;
}

const SIZE = {columns: 120, rows: 36};
const SETTLE_MS = 15_000;
const REASON =
  'This is not a terminal: printing one text frame per tab. Run it in a terminal for the full-screen console.';

/** Used if the console has no terminal. */
export const printFrames = async (options: FramesOptions): Promise<void> => {
  const nothing = (): undefined => undefined;
  const app = createConsole(
    {...options, size: SIZE},
    {copy: () => 'There is no terminal.', alarm: nothing, quit: nothing, suspend: nothing, repaint: nothing},
  );
  const lastResponse = lastResponseOf(options.exchanges);
  const appearance = {paint: plainPaint, ...options.charset, clock: createClock(options.now), lastResponse};
  const ids = tabIds.filter(id => options.tab === undefined || id === options.tab);
  const {write, flush} = createSink(process.stdout);
  await write(`${REASON}\n\n`);
  app.start();
  for (const id of ids) {
    app.goto(id);
    await settled(app);
    const frame = renderToString(<StillFrame app={app} appearance={appearance} />, {columns: SIZE.columns});
    await write(`${frame}\n\n`);
  }
  await flush();
};

const settled = async (app: ReturnType<typeof createConsole>): Promise<void> => {
  const {promise, resolve} = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, SETTLE_MS);
  const check = (): void => {
    if (!app.view().screen.busy()) resolve();
  };
  const stop = app.subscribe(check);
  check();
  await promise;
  clearTimeout(timer);
  stop();
};
