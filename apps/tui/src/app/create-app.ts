import {dispatchKey, type LiveCommand, liveCommands} from '../commands/command.ts';
import {globalCommands} from '../commands/global.ts';
import {isChord} from '../commands/key-name.ts';
import {withOverrides} from '../commands/overrides.ts';
import type {App, AppView, Flash} from '../core/app.ts';
import {createEffectRunner} from '../core/effects.ts';
import {toFailure} from '../core/failure.ts';
import type {CopyIntent, Host, Mounted} from '../core/screen.ts';
import {createWatcher, type RunWatch} from '../core/watch.ts';
import {parseWatch, watchLog} from '../explore/watch.ts';
import {createConnections} from './connections.ts';
import type {AppOptions, AppPorts} from './options.ts';
import {createPerform} from './perform.ts';
import {createStage} from './stage.ts';

const FLASH_MS = 5_000;

/** The console without its view: joins screens, dialogs, connection, watch and keys. */
export const createApp = (options: AppOptions, ports: AppPorts): App => {
  const listeners = new Set<() => void>();
  const overrides = options.keys;
  let {size} = options;
  let flash: Flash | undefined;
  let cached: AppView | undefined;

  const changed = (): void => {
    cached = undefined;
    for (const listener of listeners) listener();
  };

  const connections = createConnections(options, {
    changed,
    reset: from => {
      if (watcher.state() !== undefined) watcher.stop();
      stage.reset(from);
    },
    enter: from => {
      if (stage.screen() !== from) stage.screen().enter();
    },
    push: open => app.push(open),
    flash: (tone, text, hint) => app.flash(tone, text, hint),
    held: () => stage.held(),
    hasDialog: () => stage.dialog() !== undefined,
  });

  const host: Host = {
    env: () => ({now: options.now(), size: options.paneOf(size), connection: connections.current()}),
    changed,
    effects: () => createEffectRunner(connections.context, connections.failed),
    moved: (from, restore) => stage.moved(from, restore),
    push: open => {
      stage.push(open(host));
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
          return connections.connectWhenClosed(intent.connection, from);
        case 'close':
          stage.close(from);
          // A dialog may be followed by another one.
          queueMicrotask(connections.closed);
          return changed();
        default:
          return intent satisfies never;
      }
    },
  };

  const copy = ({text, what, report}: CopyIntent): void => {
    const problem = ports.copy(typeof text === 'string' ? text : text.reveal());
    if (report !== undefined) host.push(report(problem));
    else if (problem === undefined) app.flash('ok', `Copied ${what}.`);
    else app.flash('warn', problem);
  };

  const stage = createStage(options.screens, options.first, host);

  const front = (): Mounted => {
    const target = stage.dialog() ?? stage.screen();
    const layer = target === stage.screen() ? stage.active() : 'dialog';
    return {...target, commands: () => withOverrides(layer, target.commands(), overrides)};
  };

  /** While a dialog is open, global commands keep only their chords: a letter must not leave the dialog. */
  const reachable = (): readonly LiveCommand[] => {
    if (stage.dialog() === undefined) return global;
    return global.map(command => ({...command, keys: command.keys.filter(isChord)}));
  };

  /** Drops the keys that the focused text input uses, so that only keys that work are shown. */
  const withoutTypedKeys = (commands: readonly LiveCommand[]): readonly LiveCommand[] => {
    const target = front();
    return commands.map(command => ({...command, keys: command.keys.filter(key => !target.takes(key))}));
  };

  const travel = (by: 1 | -1): void => {
    flash = undefined;
    if (stage.travel(by)) changed();
    else app.flash('warn', by === -1 ? 'There is no earlier view.' : 'There is no later view.');
  };

  const app: App = {
    view: () => {
      cached ??= {
        tabs: options.screens.map(({id, title}) => ({id, title})),
        active: stage.active(),
        screen: stage.screen(),
        dialog: stage.dialog(),
        flash: flash !== undefined && flash.until > options.now() ? flash : undefined,
        watch: watcher.state(),
        connection: connections.current(),
        size,
      };
      return cached;
    },
    subscribe: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: () => stage.screen().enter(),
    press: key => {
      // Alt and a key is Esc and the key on a slow line. In a text field it is Esc only: a real Alt must not leave the
      // form and run a command.
      if (key.startsWith('alt-')) {
        const typing = front().typing();
        app.press('esc');
        return typing ? undefined : app.press(key.slice(4));
      }
      const disabled = dispatchKey(key, front(), reachable());
      if (disabled !== undefined) app.flash('warn', `${disabled.title}:`, disabled.disabledReason);
    },
    paste: text => {
      front().type({kind: 'paste', text});
    },
    resize: next => {
      size = next;
      stage.resized();
      changed();
    },
    goto: (id, params) => {
      if (id !== stage.active()) flash = undefined;
      const problem = stage.goto(id, params);
      if (problem !== undefined) app.flash('error', problem);
      changed();
    },
    step: by => {
      const ids = options.screens.map(entry => entry.id);
      const next = ids[(ids.indexOf(stage.active()) + by + ids.length) % ids.length];
      if (next !== undefined) app.goto(next);
    },
    push: host.push,
    names: options.names,
    flash: (tone, text, hint) => {
      flash = {tone, text, hint, until: options.now() + FLASH_MS};
      changed();
    },
    commands: () => ({front: withoutTypedKeys(front().commands()), global: withoutTypedKeys(reachable())}),
  };

  const watcher = createWatcher({
    run: watchOf(options.now),
    now: options.now,
    changed,
    ring: text => {
      ports.bell();
      app.flash('error', text);
    },
    failed: error => app.flash('error', `The watch ended: ${toFailure(error).message}`),
  });

  const names = {
    profiles: options.profiles?.names ?? [],
    themes: ports.themes?.names ?? [],
    checkWatch: watchProblemOf(options.now),
  };
  const send = createPerform(options, {ports, app, stage, connections, watcher, travel});
  const global = withOverrides(
    'global',
    liveCommands(globalCommands(options.screens, names), null, {send, now: options.now}),
    overrides,
  );
  return app;
};

/** Says what is wrong with the text of a watch. */
const watchProblemOf =
  (now: () => number) =>
  (text: string): string | undefined => {
    const request = parseWatch(text, now());
    return typeof request === 'string' ? request : undefined;
  };

const watchOf =
  (now: () => number): RunWatch =>
  async (text, client, {report, signal}) => {
    const request = parseWatch(text, now());
    if (typeof request === 'string') throw new Error(request);
    for await (const event of watchLog(client, request, {now: now(), signal})) {
      if (event.kind === 'alarm') report.alarm(event.reason, event.entry.log);
      else report.state(event.failure === undefined ? 'watching' : 'failing');
    }
  };
