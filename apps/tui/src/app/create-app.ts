import {createEffectRunner} from '../core/effects.ts';
import type {CopyIntent, Host} from '../core/screen.ts';
import {tabsOf, viewsOf} from '../core/view-commands.ts';
import type {App, AppOptions, AppPorts, AppView, Shell} from './app.ts';
import {createConnections} from './connections/connections.ts';
import {createProfiles} from './connections/profiles.ts';
import {createEffectContext} from './effect-context.ts';
import {createFlashes} from './flash.ts';
import {createGlobalCommands} from './input/global-commands.ts';
import {createInput} from './input/input.ts';
import {createOwnCommands} from './input/own-commands.ts';
import {createPermits} from './input/permits.ts';
import {createNavigation} from './navigation.ts';
import {createStage} from './stage.ts';
import {createWatchCommand} from './watch/watch-command.ts';

export const createApp = (initial: AppOptions, ports: AppPorts): App => {
  let options = initial;
  const live = (): AppOptions => options;
  const tabs = initial.tabs ?? tabsOf(initial.screens);
  const listeners = new Set<() => void>();
  let cached: AppView | undefined;

  const changed = (): void => {
    cached = undefined;
    for (const listener of listeners) listener();
  };
  const change = (next: Partial<AppOptions>): void => {
    options = {...options, ...next};
  };

  const copy = ({text, what, report}: CopyIntent): void => {
    const problem = ports.copy(typeof text === 'string' ? text : text.reveal());
    if (report !== undefined) host.push(report(problem));
    else if (problem === undefined) flashes.show('ok', `Copied ${what}.`);
    else flashes.show('warn', problem);
  };

  // Refers to parts that are created below. It is called only after all of them exist.
  const host: Host = {
    env: () => ({now: options.now(), size: options.paneOf(options.size), connection: connections.current()}),
    changed,
    effects: () => createEffectRunner(context, connections.failed, cause),
    moved: (from, restore) => stage.moved(from, restore),
    push: open => {
      stage.push(open(host));
      changed();
    },
    intend: (intent, from) => {
      switch (intent.kind) {
        case 'flash':
          return flashes.show(intent.tone, intent.text, intent.hint);
        case 'goto':
          return navigation.goto(intent.screen, intent.params);
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

  const flashes = createFlashes(initial, changed);
  const shell: Shell = {host, flash: flashes.show};
  const stage = createStage(initial.first);
  const navigation = createNavigation(tabs, {stage, flashes, changed});
  const watch = createWatchCommand(live, ports, shell);
  const connections = createConnections(initial, {host, stage, stopWatch: watch.stop});
  const profiles = createProfiles(live, {...shell, connections, stage});
  const context = createEffectContext(live, connections.current, profiles.open);
  const permits = createPermits(shell);
  const own = createOwnCommands(live, ports, shell);
  const global = createGlobalCommands(live, ports, {
    ...{...shell, tabs, stage, navigation, profiles, permits, watch},
    listed: () => input.commands(),
  });
  const {cause, ...input} = createInput(live, {...shell, stage, navigation, own, permits, global});
  stage.add(initial.screens, host);

  return {
    view: () => {
      cached ??= {
        tabs: tabs.map(({id, title}) => ({id, title})),
        tab: stage.tab(),
        views: viewsOf(stage.tab(), options.screens),
        active: stage.active(),
        screen: stage.screen(),
        dialog: stage.dialog(),
        flash: flashes.current(),
        watch: watch.state(),
        connection: connections.current(),
        size: options.size,
      };
      return cached;
    },
    subscribe: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: connections.start,
    add: parts => {
      change(parts);
      stage.add(parts.screens, host);
      changed();
      navigation.loaded();
    },
    ...input,
    resize: size => {
      change({size});
      stage.resized();
      changed();
    },
    goto: navigation.goto,
    step: navigation.step,
    push: host.push,
    get names() {
      return options.names;
    },
    reconfigure: (config, relabel) => {
      change(config);
      connections.reconfigured(relabel);
      changed();
    },
    connectFirst: name =>
      navigation.whenLoaded(() => {
        if (connections.current() === undefined) profiles.use(name);
      }),
    renewed: connections.renewed,
    flash: flashes.show,
  };
};
