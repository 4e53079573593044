import type {GlobalAction} from '../commands/global.ts';
import type {App} from '../core/app.ts';
import type {Watcher} from '../core/watch.ts';
import {commandLineDialog} from '../dialogs/command-line/dialog.ts';
import {helpDialog} from '../dialogs/help.ts';
import {requestsDialog} from '../dialogs/requests.ts';
import {viewPlaces} from '../saved/views.ts';
import {saveViewDialog, viewsDialog} from '../saved/views-dialog.ts';
import {sanitise} from '../text/sanitise.ts';
import type {createConnections} from './connections.ts';
import type {AppOptions, AppPorts} from './options.ts';
import type {Stage} from './stage.ts';

interface Parts {
  readonly ports: AppPorts;
  readonly app: App;
  readonly stage: Stage;
  readonly connections: ReturnType<typeof createConnections>;
  readonly watcher: Watcher;
  travel(by: 1 | -1): void;
}

/** Carries out the commands of the global layer. */
export const createPerform = (options: AppOptions, {ports, app, stage, connections, watcher, travel}: Parts) => {
  const commandLine = commandLineDialog([], [viewPlaces, ...(options.places ?? [])]);
  const watch = (text: string): void => {
    const connection = connections.current();
    const before = watcher.state()?.text;
    if (text === 'off') {
      watcher.stop();
      if (before === undefined) app.flash('warn', 'There is no watch.');
      else app.flash('ok', `Stopped watching ${sanitise(before)}.`);
    } else if (connection === undefined) app.flash('warn', 'Not signed in.');
    else {
      watcher.start(text, connection.client);
      if (before !== undefined) app.flash('ok', `Watching ${sanitise(text)} in place of ${sanitise(before)}.`);
    }
  };

  return (action: GlobalAction) => {
    switch (action.kind) {
      case 'goto':
        return app.goto(action.screen);
      case 'step':
        return app.step(action.by);
      case 'travel':
        return travel(action.by);
      case 'help':
        return app.push(helpDialog(app));
      case 'command-line':
        return app.push(commandLine(app, {by: 'name', text: action.text}));
      case 'palette':
        return app.push(commandLine(app, {by: 'title', text: ''}));
      case 'views':
        return app.push(viewsDialog(app));
      case 'save-view': {
        const params = stage.screen().address();
        if (params === undefined) return app.flash('warn', 'This tab has no filter to keep.');
        return app.push(saveViewDialog({screen: stage.active(), params}, action.name));
      }
      case 'watch':
        return watch(action.name);
      case 'theme':
        return ports.themes?.use(action.name);
      case 'profile':
        return connections.useProfile(action.name);
      case 'requests':
        return app.push(requestsDialog(options.exchanges, app.names.keysOf('global.requests')));
      case 'repaint':
        return ports.repaint();
      case 'suspend':
        return ports.suspend();
      case 'quit': {
        const held = stage.held();
        return held === undefined ? ports.quit() : app.flash('warn', held.text, held.hint);
      }
      default:
        return action satisfies never;
    }
  };
};
