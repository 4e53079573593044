import {type CommandRecord, type LiveCommand, liveCommands} from '../commands/command.ts';
import {dispatchKey} from '../commands/dispatch.ts';
import {type GlobalAction, globalCommands, type Tab} from '../commands/global.ts';
import {isChord} from '../commands/key-name.ts';
import type {CommandNames} from '../commands/names.ts';
import {type KeyOverrides, withOverrides} from '../commands/overrides.ts';
import type {Connection} from './connection.ts';
import {createEffectRunner} from './effects.ts';
import {NotConnected, toFailure} from './failure.ts';
import {createHistory, type Visit} from './history.ts';
import {type Keep, memoryKeep} from './keep.ts';
import {createPrompts, type PromptOptions} from './prompts.ts';
import type {CopyIntent, EffectContext, Host, Mounted, Params, Size, Target, Tone} from './screen.ts';
import {createWatcher, type RunWatch, type WatchState} from './watch.ts';

/** A screen before it is mounted. */
export interface ScreenEntry {
  readonly id: string;
  readonly title: string;
  /** All its commands, in any state. */
  readonly commands: readonly CommandRecord[];
  mount(host: Host): Mounted;
}

export interface Flash {
  readonly tone: Tone;
  /** Shown as it is. */
  readonly text: string;
  /** Follows `text`; placeholders of {@link CommandNames} are replaced. */
  readonly hint: string | undefined;
  readonly until: number;
}

/** Snapshot for drawing: a new object after every change. */
export interface AppView {
  readonly tabs: readonly Tab[];
  readonly active: string;
  readonly screen: Mounted;
  readonly dialog: Mounted | undefined;
  readonly flash: Flash | undefined;
  readonly watch: WatchState | undefined;
  readonly connection: Connection | undefined;
  readonly size: Size;
}

/** What shows a view again. */
export interface Address {
  readonly screen: string;
  readonly params: Params;
}

/** Profiles of the config. */
export interface Profiles {
  readonly names: readonly string[];
  /** Opens the gateway of a profile, with the credential kept for it. Rejects with an error whose message is for the screen. */
  open(name: string): Promise<Connection>;
}

interface Themes {
  readonly names: readonly string[];
  /** Draws with a theme from now on. */
  use(name: string): void;
}

export interface AppOptions extends PromptOptions {
  readonly screens: readonly ScreenEntry[];
  readonly first: string;
  readonly now: () => number;
  readonly size: Size;
  readonly connection?: Connection | undefined;
  readonly open: (target: Target) => Connection | Promise<Connection>;
  /** What is kept for a profile; absent: nothing outlives the program. */
  readonly keep?: ((profile: string) => Keep) | undefined;
  readonly keys?: KeyOverrides;
  /** Pane size for a terminal size. */
  readonly paneOf: (terminal: Size) => Size;
  readonly names: CommandNames;
  readonly help: (app: App) => (host: Host) => Mounted;
  /** Runs a command found by name, or by the words of its title. */
  readonly commandLine: (
    app: App,
    line: {readonly by: 'name' | 'title'; readonly text: string},
  ) => (host: Host) => Mounted;
  readonly requests: (app: App) => (host: Host) => Mounted;
  /** Asks for a name for the view in front, or takes the one given. */
  readonly saveView: (address: Address, name: string | undefined) => (host: Host) => Mounted;
  readonly views: (app: App) => (host: Host) => Mounted;
  readonly watch: RunWatch;
  readonly runbooks?: EffectContext['runbooks'] | undefined;
  /** What is wrong with the text of a watch. */
  readonly checkWatch: (text: string) => string | undefined;
  readonly bell: () => void;
  readonly profiles?: Profiles | undefined;
  readonly themes?: Themes | undefined;
  /** Copies text to the clipboard; returns a sentence if it cannot. */
  readonly copy: (text: string) => string | undefined;
  readonly quit: () => void;
  readonly suspend: () => void;
  readonly repaint: () => void;
}

/** The console without its view: screens, dialogs, connection and keys. Knows no screen by name. */
export interface App {
  view(): AppView;
  subscribe(changed: () => void): () => void;
  start(): void;
  press(key: string): void;
  paste(text: string): void;
  resize(size: Size): void;
  goto(id: string, params?: Params): void;
  step(by: number): void;
  push(open: (host: Host) => Mounted): void;
  flash(tone: Tone, text: string, hint?: string): void;
  readonly names: CommandNames;
  /** Commands of the dialog or screen in front, and global ones, with the keys that reach them now. */
  commands(): {readonly front: readonly LiveCommand[]; readonly global: readonly LiveCommand[]};
}

const FLASH_MS = 5_000;

export const createApp = (options: AppOptions): App => {
  const listeners = new Set<() => void>();
  const dialogs: Mounted[] = [];
  const history = createHistory();
  const overrides = options.keys ?? {};
  const keep = options.keep ?? memoryKeep();
  let {size, connection} = options as {size: Size; connection: Connection | undefined};
  let active = options.first;
  let flash: Flash | undefined;
  let cached: AppView | undefined;
  // The view that a tab is left for is one step, its address included.
  let isOpening = false;

  const changed = (): void => {
    cached = undefined;
    for (const listener of listeners) listener();
  };

  const prompts = createPrompts(options, {
    current: () => connection,
    replace: next => {
      connection = next;
      changed();
    },
    renewed: next => {
      connection = next;
      changed();
      screenOf(active).enter();
    },
    connect: next => connect(next, undefined),
    push: open => host.push(open(host)),
  });

  const host: Host = {
    env: () => ({now: options.now(), size: options.paneOf(size), connection}),
    changed,
    effects: () =>
      createEffectRunner(
        {
          client: () => {
            if (connection === undefined) throw new NotConnected();
            return connection.client;
          },
          now: options.now,
          open: options.open,
          runbooks: options.runbooks ?? {},
          keep: () => {
            if (connection === undefined) throw new NotConnected();
            return keep(connection.profile);
          },
        },
        prompts.failed,
      ),
    moved: (from, restore) => {
      if (!isOpening && from === screenOf(active)) history.leave({screen: active, restore});
    },
    push: dialog => {
      dialogs.push(dialog);
      dialog.enter();
      changed();
    },
    intend: (intent, from) => {
      switch (intent.kind) {
        case 'flash':
          return app.flash(intent.tone, intent.text, intent.hint);
        case 'goto':
          return app.goto(intent.screen, intent.params);
        case 'copy':
          return copy(intent);
        case 'connect':
          return connect(intent.connection, from);
        case 'close':
          if (dialogs.includes(from)) dialogs.splice(dialogs.indexOf(from), 1);
          return changed();
        default:
          return intent satisfies never;
      }
    },
  };

  const mounted = new Map(options.screens.map(entry => [entry.id, entry.mount(host)]));
  const screenOf = (id: string): Mounted => {
    const found = mounted.get(id);
    if (found === undefined) throw new Error(`no screen ${id}`);
    return found;
  };
  const layerOf = (target: Mounted): string => (target === screenOf(active) ? active : 'dialog');
  const rebind = (target: Mounted): Mounted => ({
    ...target,
    commands: () => withOverrides(layerOf(target), target.commands(), overrides),
  });
  const front = (): Mounted => rebind(dialogs.at(-1) ?? screenOf(active));

  /** While a dialog is open, global commands keep only their chords: a letter must not leave the dialog. */
  const reachable = (): readonly LiveCommand[] => {
    if (dialogs.length === 0) return global;
    return global.map(command => ({...command, keys: command.keys.filter(isChord)}));
  };

  /** Drops the keys that the focused text input uses, so that only keys that work are shown. */
  const withoutTypedKeys = (commands: readonly LiveCommand[]): readonly LiveCommand[] => {
    const target = front();
    return commands.map(command => ({...command, keys: command.keys.filter(key => !target.takes(key))}));
  };

  const visitOf = (id: string): Visit => ({screen: id, restore: screenOf(id).snapshot()});

  const travel = (by: 1 | -1): void => {
    const visit = history.step(by, visitOf(active));
    if (visit === undefined) {
      app.flash('warn', by === -1 ? 'There is no earlier view.' : 'There is no later view.');
      return;
    }
    if (visit.screen !== active) screenOf(active).leave();
    active = visit.screen;
    flash = undefined;
    visit.restore();
    changed();
  };

  const copy = ({text, what, report}: CopyIntent): void => {
    const problem = options.copy(typeof text === 'string' ? text : text.reveal());
    if (report !== undefined) host.push(report(problem)(host));
    else if (problem === undefined) app.flash('ok', `Copied ${what}.`);
    else app.flash('warn', problem);
  };

  /** Resets screens and closes dialogs: data of the old connection must not be used on the new one. */
  const connect = (next: Connection | undefined, from: Mounted | undefined): void => {
    const previous = connection;
    connection = next;
    if (watcher.state() !== undefined) watcher.stop();
    history.clear();
    for (const screen of mounted.values()) if (screen !== from) screen.reset();
    for (const dialog of dialogs.splice(0)) dialog.reset();
    if (previous !== undefined && previous.client !== next?.client) previous.client.close();
    if (screenOf(active) !== from) screenOf(active).enter();
    changed();
  };

  const app: App = {
    view: () => {
      cached ??= {
        tabs: options.screens.map(({id, title}) => ({id, title})),
        active,
        screen: screenOf(active),
        dialog: dialogs.at(-1),
        flash: flash !== undefined && flash.until > options.now() ? flash : undefined,
        watch: watcher.state(),
        connection,
        size,
      };
      return cached;
    },
    subscribe: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: () => screenOf(active).enter(),
    press: key => {
      // Alt and a key is Esc and the key on a slow line. In a text field it is Esc only: a real Alt must not leave the
      // form and run a command.
      if (key.startsWith('alt-')) {
        const typing = front().typing();
        app.press('esc');
        return typing ? undefined : app.press(key.slice(4));
      }
      const result = dispatchKey(key, front(), reachable());
      if (result.kind === 'disabled') app.flash('warn', `${result.title}:`, result.reason);
    },
    paste: text => {
      front().type({kind: 'paste', text});
    },
    resize: next => {
      size = next;
      screenOf(active).resized();
      for (const dialog of dialogs) dialog.resized();
      changed();
    },
    goto: (id, params) => {
      isOpening = id !== active;
      if (id !== active) {
        history.leave(visitOf(active));
        screenOf(active).leave();
        active = id;
        flash = undefined;
        screenOf(id).enter();
      }
      const problem = params === undefined ? undefined : screenOf(id).open(params);
      isOpening = false;
      if (problem !== undefined) app.flash('error', problem);
      changed();
    },
    step: by => {
      const ids = options.screens.map(entry => entry.id);
      const next = ids[(ids.indexOf(active) + by + ids.length) % ids.length];
      if (next !== undefined) app.goto(next);
    },
    push: open => host.push(open(host)),
    names: options.names,
    flash: (tone, text, hint) => {
      flash = {tone, text, hint, until: options.now() + FLASH_MS};
      changed();
    },
    commands: () => ({front: withoutTypedKeys(front().commands()), global: withoutTypedKeys(reachable())}),
  };

  const watcher = createWatcher({
    run: options.watch,
    now: options.now,
    changed,
    ring: text => {
      options.bell();
      app.flash('error', text);
    },
    failed: error => app.flash('error', `The watch ended: ${toFailure(error).message}`),
  });

  const watch = (text: string): void => {
    if (connection === undefined) app.flash('warn', 'Not signed in.');
    else if (text === 'off') watcher.stop();
    else watcher.start(text, connection.client);
  };

  const switchTo = (profile: string): void => {
    options.profiles?.open(profile).then(
      next => {
        connect(next, undefined);
        app.flash('ok', `Connected to ${next.profile}.`);
      },
      (error: unknown) => app.flash('error', error instanceof Error ? error.message : String(error)),
    );
  };

  const perform = (action: GlobalAction) => {
    switch (action.kind) {
      case 'goto':
        return app.goto(action.screen);
      case 'step':
        return app.step(action.by);
      case 'travel':
        return travel(action.by);
      case 'help':
        return app.push(options.help(app));
      case 'command-line':
        return app.push(options.commandLine(app, {by: 'name', text: action.text}));
      case 'palette':
        return app.push(options.commandLine(app, {by: 'title', text: ''}));
      case 'views':
        return app.push(options.views(app));
      case 'save-view': {
        const params = screenOf(active).address();
        if (params === undefined) return app.flash('warn', 'This tab has no filter to keep.');
        return app.push(options.saveView({screen: active, params}, action.name));
      }
      case 'watch':
        return watch(action.name);
      case 'theme':
        return options.themes?.use(action.name);
      case 'profile':
        return switchTo(action.name);
      case 'requests':
        return app.push(options.requests(app));
      case 'repaint':
        return options.repaint();
      case 'suspend':
        return options.suspend();
      case 'quit':
        return options.quit();
      default:
        return action satisfies never;
    }
  };
  const names = {
    profiles: options.profiles?.names ?? [],
    themes: options.themes?.names ?? [],
    checkWatch: options.checkWatch,
  };
  const global = withOverrides(
    'global',
    liveCommands(globalCommands(options.screens, names), null, {send: perform, now: options.now}),
    overrides,
  );
  return app;
};
