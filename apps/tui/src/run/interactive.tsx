import {isDeepStrictEqual} from 'node:util';
import {type Instance, render, type SuspendTerminal, useApp} from 'ink';
import type {ReactNode} from 'react';
import type {AppView, Parts} from '../app/app.ts';
import type {Notify} from '../cli/config/config-schema.ts';
import {withFunctionKeys} from '../commands/key-name.ts';
import type {Gateway} from '../core/screen.ts';
import {createAlarmCommand} from '../explore/alarm-command.ts';
import {plural} from '../format/number.ts';
import {createPointer} from '../root/pointer.ts';
import {Root} from '../root/Root.tsx';
import {type Background, createBackground} from '../terminal/background.ts';
import {copyToClipboard} from '../terminal/clipboard.ts';
import {createDesktop, type Desktop} from '../terminal/desktop.ts';
import {inkOutput} from '../terminal/ink-output.ts';
import {installLifecycle} from '../terminal/lifecycle.ts';
import {createMouse, type Mouse} from '../terminal/mouse.ts';
import {type Program, runProgram, withoutOwnVariables} from '../terminal/run-program.ts';
import type {Charset} from '../theme/glyphs.ts';
import type {Paint} from '../theme/theme.ts';
import {AUTO} from '../theme/themes.ts';
import {createClock, type Ui} from '../ui/context.ts';
import {type ConsoleOptions, createConsole, lastResponseOf} from './console.ts';

type Symbols = Charset & Pick<Ui, 'link'>;

export interface InteractiveOptions extends Omit<ConsoleOptions, 'size'> {
  readonly themes: {
    readonly names: readonly string[];
    paint(name: string): Paint;
    of(gateway: Gateway | undefined): string;
  };
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

const NOT_COPIED = {
  'too-large': 'That is too large for the clipboard of a terminal.',
  'no-clipboard': 'This terminal has no clipboard.',
  'not-a-terminal': 'There is no terminal.',
} as const;

export const runInteractive = (options: InteractiveOptions) => {
  const {stdin, stdout, stderr} = process;
  const write = (sequence: string): void => void stdout.write(sequence);
  const unread = (text: string): void => stdin.unshift(text, 'utf8');
  const size = () => ({columns: stdout.columns, rows: stdout.rows});
  let suspendTerminal: SuspendTerminal | undefined;
  let instance: Instance | undefined;

  const handOver = async () => {
    if (suspendTerminal === undefined) throw new Error('the terminal is not in use');
    await background.settled();
    return suspendTerminal();
  };
  const {themes} = options;
  let {notify = {}} = options;
  const runCommand = createAlarmCommand({
    get command() {
      return notify.command ?? [];
    },
    env: process.env,
  });
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
      copy: text => {
        const result = copyToClipboard(stdout, text);
        return result.copied ? undefined : NOT_COPIED[result.reason];
      },
      alarm: async (alarm, gateway) => {
        stdout.write('\u0007');
        const {alarmText} = await import('../explore/watch.ts');
        desktop.notify(consoleTitle(gateway.profile), alarmText(alarm));
        return runCommand(alarm, gateway);
      },
      run: ({argv, variables, input, usesTerminal}, signal) => {
        const env = {...withoutOwnVariables(process.env), ...variables};
        const start = (output: 'capture' | 'terminal') => runProgram({argv, env, input, output, signal});
        return usesTerminal ? lend(() => start('terminal')) : start('capture');
      },
      editConfig: async () => {
        const file = await options.configFile();
        const ended = await lend(() => runProgram(editorOf(file)));
        return ended?.problem && `The editor ${ended.problem}.`;
      },
      mouse,
      quit: () => void background.settled().then(() => lifecycle.quit(0)),
      suspend: () => void lifecycle.suspend(),
      themes: {
        get names() {
          return themes.names;
        },
        use: name => draw(name),
      },
      repaint: () => void handOver().then(({resume}) => resume(), lifecycle.fail),
    },
  );
  const point = createPointer(app, options.now);
  const lastResponse = lastResponseOf(options.exchanges);
  let {charset} = options;
  const still = {clock: createClock(options.now), lastResponse};
  const Handle = ({children}: {children: ReactNode}) => {
    suspendTerminal = useApp().suspendTerminal;
    return children;
  };
  // Flags and config set `theme`. The operator may choose another theme, which is `shown` until `theme` changes.
  let theme = themes.of(options.connection);
  let shown = theme;
  const background = createBackground({
    ...{env: process.env, write, unread},
    known: () => draw(shown),
  });
  const paint = (): Paint => themes.paint(shown === AUTO ? background.theme() : shown);
  const draw = (name: string): void => {
    shown = name;
    instance?.rerender(frame());
    if (shown === AUTO) background.ask();
  };
  const showDesktop = (): void => {
    const view = app.view();
    desktop.setTitle(titleOf(view));
    desktop.setProgress(view.dialog?.progress() ?? view.screen.progress());
    const next = themes.of(view.connection);
    if (next === theme) return;
    theme = next;
    draw(theme);
  };
  app.subscribe(oncePerTurn(showDesktop));
  stdout.on('resize', () => app.resize(size()));
  app.start();
  // Ink sets raw mode after the first frame. Until then, the terminal would echo keys.
  stdin.setRawMode(true);
  const frame = () => (
    <Handle>
      <Root app={app} appearance={{...still, ...charset, paint: paint()}} />
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
  if (theme === AUTO) background.ask();
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
      draw(shown);
    },
  };
};

/** EDITOR may contain arguments, such as `code --wait`. */
const editorOf = (file: string): Program => {
  const editor = process.env.VISUAL || process.env.EDITOR || 'vi';
  const env = withoutOwnVariables(process.env);
  return {argv: ['/bin/sh', '-c', `exec ${editor} "$1"`, 'sh', file], env, output: 'terminal'};
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

const consoleTitle = (profile = ''): string => `edge-console ${profile}`.trimEnd();

/** Returns a title such as `edge-console prod-eu (3 alarms)`. */
const titleOf = ({connection, watch}: AppView): string => {
  const alarms = watch === undefined || watch.alarms === 0 ? '' : ` (${plural(watch.alarms, 'alarm')})`;
  return consoleTitle(connection?.profile) + alarms;
};

interface Replies {
  readonly desktop: Desktop;
  readonly background: Background;
  readonly mouse: Mouse;
}

/** Removes replies and mouse reports of the terminal, and makes each function key one character. */
const inkStdin = (stdin: NodeJS.ReadStream, {desktop, background, mouse}: Replies): NodeJS.ReadStream =>
  withMethod(stdin, 'read', (size?: number): unknown => {
    const chunk = mouse.read(() => {
      const read: unknown = stdin.read(size);
      return typeof read === 'string' ? desktop.input(background.input(read)) : read;
    });
    return typeof chunk === 'string' ? withFunctionKeys(chunk) : chunk;
  });

const inkStdout = (stdout: NodeJS.WriteStream, parts: readonly Pick<Mouse, 'output'>[]): NodeJS.WriteStream =>
  withMethod(stdout, 'write', (chunk: unknown, ...rest: unknown[]): unknown => {
    const output =
      typeof chunk === 'string'
        ? parts.reduce((text, part) => part.output(text), inkOutput(chunk, stdout.rows))
        : chunk;
    return Reflect.apply(stdout.write, stdout, [output, ...rest]);
  });

const withMethod = <S extends object>(stream: S, name: keyof S, method: (...args: never[]) => unknown): S =>
  new Proxy(stream, {
    get: (target, property) => {
      if (property === name) return method;
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
