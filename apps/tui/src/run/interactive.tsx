import {isDeepStrictEqual} from 'node:util';
import {type Instance, render, type SuspendTerminal, useApp} from 'ink';
import type {ReactNode} from 'react';
import type {AppView, Parts} from '../app/app.ts';
import type {Notify} from '../cli/config/config-schema.ts';
import {plural} from '../format/number.ts';
import {createPointer} from '../root/pointer.ts';
import {Root} from '../root/Root.tsx';
import {createDesktop} from '../terminal/desktop.ts';
import {installLifecycle} from '../terminal/lifecycle.ts';
import {createMouse} from '../terminal/mouse.ts';
import {createClock} from '../ui/context.ts';
import {createShownTheme, type Symbols, type Themes} from './appearance.ts';
import {type ConsoleOptions, createConsole, lastResponseOf} from './console.ts';
import {inkStdin, inkStdout} from './ink-streams.ts';
import {consoleTitle, createPorts} from './ports.ts';

export interface InteractiveOptions extends Omit<ConsoleOptions, 'size'> {
  readonly themes: Themes;
  readonly charset: Symbols;
  readonly notify?: Notify | undefined;
  readonly mouse?: boolean;
  /** Loads the parts of all tabs after the first frame, if `parts` has only the sign-in tab. */
  readonly loadParts: (() => Promise<Parts>) | undefined;
  /** Creates the file if it is absent, and resolves to its path. */
  configFile(): Promise<string>;
  /** Called after the terminal was restored. */
  exit(code: number): void;
}

const MAX_FPS = 60;

export const runInteractive = (options: InteractiveOptions) => {
  const {stdin, stdout, stderr} = process;
  const write = (sequence: string): void => void stdout.write(sequence);
  const unread = (text: string): void => stdin.unshift(text, 'utf8');
  const size = () => ({columns: stdout.columns, rows: stdout.rows});
  let suspendTerminal: SuspendTerminal | undefined;
  let instance: Instance | undefined;
  const {background, ...theme} = createShownTheme({
    ...{themes: options.themes, connection: options.connection, write, unread},
    redraw: () => instance?.rerender(frame()),
  });

  const handOver = async () => {
    if (suspendTerminal === undefined) throw new Error('the terminal is not in use');
    await background.settled();
    return suspendTerminal();
  };
  let {charset, notify = {}} = options;
  const desktop = createDesktop({env: process.env, uses: notify, write});
  const mouse = createMouse({
    ...{isOn: options.mouse ?? false, write, unread},
    reported: report => point(report),
  });
  const lifecycle = installLifecycle({
    stdin,
    stdout,
    stderr,
    unmount: () => {
      try {
        instance?.unmount();
      } finally {
        mouse.close();
        desktop.close();
      }
    },
    suspendTerminal: handOver,
    exit: options.exit,
  });
  let isLent = false;
  const lend = async <T,>(run: () => Promise<T>): Promise<T | undefined> => {
    isLent = true;
    return lifecycle.lend(run).finally(() => {
      isLent = false;
    });
  };
  const app = createConsole(
    {...options, size: size()},
    {
      ...createPorts({stdout, desktop, notify: () => notify, lend, configFile: options.configFile}),
      mouse,
      quit: () => void background.settled().then(() => lifecycle.quit(0)),
      suspend: () => void lifecycle.suspend(),
      themes: {names: options.themes.names, use: theme.use},
      repaint: () => void handOver().then(({resume}) => resume(), lifecycle.fail),
    },
  );
  const point = createPointer(app, options.now);
  const still = {clock: createClock(options.now), lastResponse: lastResponseOf(options.exchanges)};
  const Handle = ({children}: {children: ReactNode}) => {
    suspendTerminal = useApp().suspendTerminal;
    return children;
  };
  const showDesktop = (): void => {
    const view = app.view();
    desktop.setTitle(titleOf(view));
    desktop.setProgress(view.dialog?.progress() ?? view.screen.progress());
    theme.connected(view.connection);
  };
  app.subscribe(oncePerTurn(showDesktop));
  stdout.on('resize', () => app.resize(size()));
  app.start();
  // Ink sets raw mode after the first frame. Until then, the terminal would echo keys.
  stdin.setRawMode(true);
  const frame = () => (
    <Handle>
      <Root app={app} appearance={{...still, ...charset, paint: theme.paint()}} />
    </Handle>
  );
  instance = render(frame(), {
    stdin: inkStdin(stdin, {desktop, background, mouse}),
    stdout: inkStdout(stdout, [desktop, mouse]),
    alternateScreen: true,
    incrementalRendering: true,
    exitOnCtrlC: false,
    interactive: true,
    maxFps: MAX_FPS,
  });
  theme.askIfAuto();
  options.loadParts?.().then(app.add, lifecycle.fail);
  instance.waitUntilExit().catch(lifecycle.fail);
  return {
    app,
    isLent: () => isLent,
    mouse,
    reconfigure: (next: {readonly charset: Symbols; readonly notify: Notify | undefined}): void => {
      charset = next.charset;
      if (!isDeepStrictEqual(notify, next.notify ?? {})) {
        notify = next.notify ?? {};
        desktop.use(notify);
      }
      theme.reload();
    },
  };
};

const oncePerTurn = (run: () => void) => {
  let isDue = false;
  return (): void => {
    if (isDue) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      run();
    });
  };
};

/** Returns a title such as `edge-console prod-eu (3 alarms)`. */
const titleOf = ({connection, watch}: AppView): string => {
  const alarms = watch === undefined || watch.alarms === 0 ? '' : ` (${plural(watch.alarms, 'alarm')})`;
  return consoleTitle(connection?.profile) + alarms;
};
