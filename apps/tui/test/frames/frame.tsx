import type {Exchange} from '@edge-console/client';
import {Secret} from '@edge-console/schema';
import {renderToString} from 'ink';
import {expect, vi} from 'vitest';
import type {App} from '../../src/app/app.ts';
import {type ConnectOptions, openConnection} from '../../src/core/connection/connect.ts';
import type {Size, Target} from '../../src/core/screen.ts';
import {StillFrame} from '../../src/root/Root.tsx';
import {createConsole} from '../../src/run/console.ts';
import {allParts} from '../../src/screens/registry.ts';
import {cellWidth} from '../../src/text/width.ts';
import {charset} from '../../src/theme/glyphs.ts';
import {plainPaint} from '../../src/theme/theme.ts';
import {createClock} from '../../src/ui/context.ts';
import {NOW, TOKEN} from './seed.ts';

export const SIZES: readonly Size[] = [
  {columns: 120, rows: 36},
  {columns: 80, rows: 24},
  {columns: 40, rows: 12},
];

interface FrameOptions {
  readonly url: string;
  readonly size: Size;
  readonly tab: string;
  readonly signedIn?: boolean;
  readonly ascii?: boolean;
  readonly trust?: Pick<ConnectOptions, 'tls' | 'caFile' | 'writes' | 'tag'>;
  /** Every attempt to copy text fails with this error. If undefined, copying succeeds. */
  readonly copyProblem?: string;
}

/** The gateway is real, but there is no terminal. `lines` draws the screen as text. */
export const openFrame = async ({
  url,
  size,
  tab,
  signedIn = true,
  ascii = false,
  trust = {},
  copyProblem,
}: FrameOptions) => {
  const copied: string[] = [];
  const exchanges: Exchange[] = [];
  const shared: ConnectOptions = {...trust, onExchange: exchange => void exchanges.push(exchange)};
  const open = async (target: Target) => openConnection(target, shared);
  const copy = (text: string): string | undefined => {
    copied.push(text);
    return copyProblem;
  };
  const nothing = (): undefined => undefined;
  const app = createConsole(
    {
      parts: allParts(),
      connection: signedIn ? await open({profile: 'prod-eu', url, apiToken: new Secret(TOKEN)}) : undefined,
      exchanges,
      open,
      tab,
      keys: {},
      size,
      now: () => NOW,
    },
    {copy, alarm: nothing, quit: nothing, suspend: nothing, repaint: nothing},
  );
  const appearance = {paint: plainPaint, ...charset(ascii), clock: createClock(() => NOW)};
  const isIdle = () => !app.view().dialog?.busy() && !app.view().screen.busy();
  // `expect.poll` creates an assertion and its error for each attempt.
  const settled = () => vi.waitUntil(isIdle, {interval: 5, timeout: 30_000});
  app.start();
  await settled();
  return {
    app,
    copied,
    exchanges,
    settled,
    lines: (): readonly string[] =>
      renderToString(<StillFrame app={app} appearance={appearance} />, {columns: app.view().size.columns}).split('\n'),
    /** Presses the first key of each command. Commands of the screen or dialog in front come before global ones. */
    press: async (...ids: readonly string[]) => {
      for (const id of ids) {
        pressCommand(app, id);
        await settled();
      }
    },
    type: (text: string) => app.paste(text),
    close: () => app.view().connection?.client.close(),
  };
};

const pressCommand = (app: App, id: string): void => {
  const {front, global} = app.commands();
  const [key] = [...front, ...global].find(command => command.id === id)?.keys ?? [];
  if (key === undefined) throw new Error(`nothing is bound as ${id}`);
  app.press(key);
};

/** Expects the given size, no control or bidi characters, and nothing in the last cell of the last row. */
export const expectFrame = (lines: readonly string[], {columns, rows}: Size): void => {
  expect(lines).toHaveLength(rows);
  for (const line of lines) {
    expect(cellWidth(line), line).toBeLessThanOrEqual(columns);
    expect(line).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
  }
  expect(cellWidth(lines.at(-1) ?? '')).toBeLessThan(columns);
};
