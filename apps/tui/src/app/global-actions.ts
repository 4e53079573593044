import type {LiveCommand} from '../commands/command.ts';
import type {GlobalAction} from '../commands/global.ts';
import {toFailure} from '../core/failure.ts';
import type {Host} from '../core/screen.ts';
import {createCommandLine} from '../dialogs/command-line/command-line.ts';
import {helpDialog, requestsDialog} from '../dialogs/help.ts';
import {profilesDialog} from '../dialogs/profiles-dialog.ts';
import {viewPlaces} from '../saved/views.ts';
import {saveViewDialog, viewsDialog} from '../saved/views-dialog.ts';
import {sanitise} from '../text/sanitise.ts';
import type {App, AppOptions, Parts as AppParts, AppPorts, LiveConfig} from './app.ts';
import type {createConnections} from './connections.ts';
import type {createPermits} from './permits.ts';
import type {Stage} from './stage.ts';
import type {createWatcher} from './watcher.ts';

interface Parts {
  readonly host: Host;
  readonly stage: Stage;
  readonly connections: ReturnType<typeof createConnections>;
  readonly permits: ReturnType<typeof createPermits>;
  readonly watcher: ReturnType<typeof createWatcher>;
  travel(by: 1 | -1): void;
  app(): App;
  live(): LiveConfig;
  parts(): AppParts;
  readonly flash: App['flash'];
}

export const createGlobalActions = (options: AppOptions, ports: AppPorts, parts: Parts) => {
  const {host, stage, connections, permits, watcher, travel, app, live, flash} = parts;

  const watch = (text: string): void => {
    const connection = connections.current();
    const before = watcher.state()?.text;
    if (text === 'off') {
      watcher.stop();
      if (before === undefined) flash('warn', 'There is no watch.');
      else flash('ok', `Stopped watching ${sanitise(before)}.`);
    } else if (connection === undefined) flash('warn', 'Not signed in.');
    else {
      watcher.start(text, connection.client);
      if (before !== undefined) flash('ok', `Watching ${sanitise(text)} in place of ${sanitise(before)}.`);
    }
  };

  const switchMouse = (): void => {
    const {mouse} = ports;
    if (mouse === undefined) return;
    mouse.set(!mouse.isOn());
    const text = mouse.isOn() ? 'The mouse is on. Hold Shift to select text with it.' : 'The mouse is off.';
    flash('ok', text);
  };

  const openLine = createCommandLine(() => [viewPlaces, ...(parts.parts().places ?? [])]);
  const allCommands = (): readonly LiveCommand[] => {
    const {front: own, global: others} = app().commands();
    return [...own, ...others];
  };
  const commandLine = (by: 'name' | 'title', text: string): void =>
    host.push(openLine({commands: allCommands(), by, text, say: app().names.say}));

  return (action: GlobalAction) => {
    const {keysOf} = app().names;
    switch (action.kind) {
      case 'tab':
        return app().goto(stage.viewOf(action.tab));
      case 'step':
        return app().step(action.by);
      case 'travel':
        return travel(action.by);
      case 'help': {
        const {title} = stage.dialog() ?? stage.screen();
        return host.push(helpDialog(title, allCommands(), keysOf('global.help')));
      }
      case 'command-line':
        return commandLine('name', action.text);
      case 'palette':
        return commandLine('title', '');
      case 'views':
        return host.push(viewsDialog(parts.parts().screens));
      case 'save-view': {
        const params = stage.screen().address();
        if (params === undefined) return flash('warn', 'This tab has no filter to save.');
        return host.push(saveViewDialog({screen: stage.active(), params}, action.name));
      }
      case 'watch':
        return watch(action.name);
      case 'theme':
        return ports.themes?.use(action.name);
      case 'profile':
        return connections.useProfile(action.name);
      case 'elevate':
        return permits.elevate(action.minutes);
      case 'end-elevation':
        return permits.end();
      case 'profiles': {
        const names = () => live().profiles?.names ?? [];
        const {open} = profilesDialog({
          ...{names, edits: live().profiles?.edits},
          current: connections.current()?.profile,
        });
        return host.push(each => open(each, connections.useProfile));
      }
      case 'requests':
        return host.push(requestsDialog(options.exchanges, keysOf('global.requests')));
      case 'lock':
        return ports.lock();
      case 'edit-config':
        return ports.editConfig?.().then(
          problem => {
            if (problem !== undefined) flash('error', problem);
          },
          (error: unknown) => flash('error', toFailure(error).message),
        );
      case 'mouse':
        return switchMouse();
      case 'repaint':
        return ports.repaint();
      case 'suspend':
        return ports.suspend();
      case 'quit': {
        const held = stage.held();
        return held === undefined ? ports.quit() : flash('warn', held.text, held.hint);
      }
      default:
        return action satisfies never;
    }
  };
};
