import {dispatchKey, type LiveCommand, liveCommands} from '../commands/command.ts';
import {globalCommands} from '../commands/global.ts';
import {isChord} from '../commands/key-name.ts';
import {withOverrides} from '../commands/overrides.ts';
import {type Cause, createEffectRunner} from '../core/effects.ts';
import {toFailure} from '../core/failure.ts';
import type {PointerEvent} from '../core/pointer-event.ts';
import type {CopyIntent, DialogIntent, Host, Mounted} from '../core/screen.ts';
import {type ShowView, tabsOf, viewCommands, viewsOf} from '../core/view-commands.ts';
import type {App, AppOptions, AppPorts, AppView, LiveConfig, Parts} from './app.ts';
import {createConnections} from './connections.ts';
import {worksElsewhere} from './elsewhere.ts';
import {createMessages} from './flash.ts';
import {createGlobalActions} from './global-actions.ts';
import {createOwnCommands} from './own-commands.ts';
import {createPermits} from './permits.ts';
import {createStage} from './stage.ts';
import {createWatcher} from './watcher.ts';

const OF_PROGRAM: ReadonlySet<string> = new Set(['quit', 'suspend', 'repaint']);

export const createApp = (options: AppOptions, ports: AppPorts): App => {
  const tabs = options.tabs ?? tabsOf(options.screens);
  const listeners = new Set<() => void>();
  let live: LiveConfig = options;
  let parts: Parts = options;
  const waiting: (() => void)[] = [];
  let {size} = options;
  let cached: AppView | undefined;

  const changed = (): void => {
    cached = undefined;
    for (const listener of listeners) listener();
  };

  const messages = createMessages(options, changed);
  const showFlash = messages.show;

  const watcher = createWatcher({
    now: options.now,
    messages: () => live.messages,
    parse: (text, now) => parts.parseWatch?.(text, now) ?? 'the console is still loading',
    changed,
    ring: alarm => {
      const connection = connections.current();
      const text = `${alarm.reason}: ${alarm.entry.log}`;
      showFlash('error', text);
      if (connection === undefined) return;
      ports.alarm(alarm, connection)?.then(problem => {
        if (problem !== undefined) showFlash('error', `${problem} The alarm: ${text}`);
      });
    },
    failed: error => showFlash('error', `The watch ended: ${toFailure(error).message}`),
  });

  const connections = createConnections(options, {
    stage: () => stage,
    live: () => live,
    changed,
    push: open => host.push(open),
    flash: showFlash,
    stopWatch: watcher.stop,
  });

  let cause: Cause = 'program';
  const byOperator = <T>(handle: () => T): T => {
    const before = cause;
    cause = 'operator';
    try {
      return handle();
    } finally {
      cause = before;
    }
  };

  const host: Host = {
    env: () => ({now: options.now(), size: options.paneOf(size), connection: connections.current()}),
    changed,
    effects: () => createEffectRunner(connections.context, connections.failed, () => cause),
    moved: (from, restore) => stage.moved(from, restore),
    push: open => {
      stage.push(open(host));
      changed();
    },
    intend: (intent, from) => {
      switch (intent.kind) {
        case 'flash':
          return showFlash(intent.tone, intent.text, intent.hint);
        case 'goto':
          return app.goto(intent.screen, intent.params);
        case 'copy':
          return copy(intent);
        case 'connect':
          return connections.connectWhenClosed(intent.connection, from);
        case 'close':
          stage.close(from);
          // `closed` runs later, because the result of the dialog is handled next and may open another dialog.
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
    else if (problem === undefined) showFlash('ok', `Copied ${what}.`);
    else showFlash('warn', problem);
  };

  const ask = (dialog: DialogIntent<undefined>, then: () => void): void => host.push(each => dialog.open(each, then));
  const shell = {host, ask, flash: showFlash, connection: connections.current};
  const permits = createPermits(shell);
  const own = createOwnCommands({commands: () => live.commands ?? [], run: ports.run}, shell);

  const stage = createStage(options.screens, options.first, host);

  /** Waits until all tabs have their screens, because input and the first tab of a profile may be any of them. */
  const whenLoaded = (handle: () => void): void => {
    if (tabs.every(({id}) => stage.has(id))) handle();
    else waiting.push(handle);
  };

  const front = (): Mounted => {
    const target = stage.dialog() ?? stage.screen();
    const isScreen = target === stage.screen();
    const layer = isScreen ? stage.active() : 'dialog';
    const commands = () => (isScreen ? [...own(target), ...target.commands(), ...switches()] : target.commands());
    return {...target, commands: () => withOverrides(layer, commands(), live.keys).map(permits.guard)};
  };

  /** These commands come after those of the screen, so that Esc first closes what is open on the screen. */
  const switches = (): readonly LiveCommand[] => {
    const [tab, active] = [stage.tab(), stage.active()];
    const send = ({screen}: ShowView) => app.goto(screen === active ? tab : screen);
    const commands = liveCommands(viewCommands(tab, parts.screens), active, {send, now: options.now});
    return commands.map(command => ({...command, layer: tab}));
  };

  /** While a dialog is open, only Ctrl and function keys run global commands, because letters are for the dialog. */
  const reachable = (): readonly LiveCommand[] => {
    const global = liveCommands(globals, null, {send: perform, now: options.now});
    const bound = withOverrides('global', global, live.keys);
    if (stage.dialog() === undefined) return bound;
    return bound.map(command => ({...command, keys: command.keys.filter(isChord)}));
  };

  /** Whether the key quits, suspends or redraws the program in any screen. Such a key needs no tab. */
  const isOfProgram = (key: string): boolean =>
    isChord(key) && reachable().some(({id, keys}) => OF_PROGRAM.has(id) && keys.includes(key));

  const withoutTypedKeys = (commands: readonly LiveCommand[]): readonly LiveCommand[] => {
    const {takes} = front();
    return commands.map(command => ({...command, keys: command.keys.filter(key => !takes(key))}));
  };

  const travel = (by: 1 | -1): void => {
    messages.clear();
    if (stage.travel(by)) changed();
    else showFlash('warn', by === -1 ? 'There is no earlier view.' : 'There is no later view.');
  };

  const handleKey = (key: string): void => {
    // If Esc and another key arrive together, Ink reports that key with Alt. So Alt with a key is handled as Esc and
    // the key. In a text field, the key is ignored, because Esc closes the field and the key could run a command.
    if (key.startsWith('alt-')) {
      const typing = front().typing();
      handleKey('esc');
      if (!typing) handleKey(key.slice(4));
      return;
    }
    const refused = byOperator(() => dispatchKey(key, front(), reachable()));
    if (refused === 'unbound') explainUnbound(key);
    else if (refused !== undefined) showFlash('warn', `${refused.title}:`, refused.disabledReason);
  };

  const explainUnbound = (key: string): void => {
    if (stage.dialog() !== undefined) return;
    const {screens} = parts;
    const text = worksElsewhere(key, stage.active(), {screens, names: live.names});
    if (text !== undefined) showFlash('warn', text);
  };

  const handlePointer = (event: PointerEvent): void => {
    const target = stage.dialog() ?? stage.screen();
    if (byOperator(() => target.point(event)) !== 'enter') return;
    const enter = target.commands().find(({keys}) => keys.includes('enter'));
    // The command is taken from `front()`, where changes ask for confirmation if the write policy requires it.
    const command = front()
      .commands()
      .find(({id, layer}) => id === enter?.id && layer === enter.layer);
    if (command?.disabledReason === undefined) byOperator(() => command?.run());
    else showFlash('warn', `${command.title}:`, command.disabledReason);
  };

  const show: App['goto'] = (id, params) => {
    if (id !== stage.active()) messages.clear();
    const problem = stage.goto(id, params);
    if (problem !== undefined) showFlash('error', problem);
    changed();
  };

  const app: App = {
    view: () => {
      cached ??= {
        tabs: tabs.map(({id, title}) => ({id, title})),
        tab: stage.tab(),
        views: viewsOf(stage.tab(), parts.screens),
        active: stage.active(),
        screen: stage.screen(),
        dialog: stage.dialog(),
        flash: messages.current(),
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
    start: () => {
      connections.begin();
      stage.screen().enter();
    },
    add: next => {
      parts = next;
      live = {...live, names: next.names};
      stage.add(next.screens);
      changed();
      for (const handle of waiting.splice(0)) handle();
    },
    press: key => {
      if (isOfProgram(key)) handleKey(key);
      else whenLoaded(() => handleKey(key));
    },
    point: event => whenLoaded(() => handlePointer(event)),
    paste: text => whenLoaded(() => front().type({kind: 'paste', text})),
    resize: next => {
      size = next;
      stage.resized();
      changed();
    },
    goto: (id, params) => whenLoaded(() => show(id, params)),
    step: by => {
      const ids = tabs.map(({id}) => id);
      const next = ids[(ids.indexOf(stage.tab()) + by + ids.length) % ids.length];
      if (next !== undefined) app.goto(stage.viewOf(next));
    },
    push: host.push,
    get names() {
      return live.names;
    },
    reconfigure: (config, relabel) => {
      live = config;
      globals = createGlobals();
      connections.reconfigured(relabel);
      changed();
    },
    connectFirst: name =>
      whenLoaded(() => {
        if (connections.current() === undefined) connections.useProfile(name);
      }),
    renewed: connections.renewed,
    flash: showFlash,
    commands: () => ({front: withoutTypedKeys(front().commands()), global: withoutTypedKeys(reachable())}),
  };

  const perform = createGlobalActions(options, ports, {
    ...{host, stage, connections, permits, watcher, travel},
    app: () => app,
    live: () => live,
    parts: () => parts,
    flash: showFlash,
  });

  const createGlobals = () =>
    globalCommands(tabs, {
      profiles: live.profiles?.names ?? [],
      hasProfileForm: live.profiles?.edits !== undefined,
      themes: ports.themes?.names ?? [],
      hasMouse: () => ports.mouse?.isOn() ?? false,
      ...permits,
      checkWatch: text => {
        const request = parts.parseWatch?.(text, options.now());
        return typeof request === 'string' ? request : undefined;
      },
    });
  let globals = createGlobals();
  return app;
};
