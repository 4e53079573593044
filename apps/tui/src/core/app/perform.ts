import type {GlobalAction} from '../../commands/global.ts';
import {sanitise} from '../../text/sanitise.ts';
import type {Watcher} from '../watch.ts';
import type {App} from './app.ts';
import type {createConnections} from './connections.ts';
import type {AppOptions} from './options.ts';
import type {Stage} from './stage.ts';

interface Parts {
  readonly app: App;
  readonly stage: Stage;
  readonly connections: ReturnType<typeof createConnections>;
  readonly watcher: Watcher;
  travel(by: 1 | -1): void;
}

/** Carries out the commands of the global layer. */
export const createPerform = (options: AppOptions, {app, stage, connections, watcher, travel}: Parts) => {
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
        return app.push(options.help(app));
      case 'command-line':
        return app.push(options.commandLine(app, {by: 'name', text: action.text}));
      case 'palette':
        return app.push(options.commandLine(app, {by: 'title', text: ''}));
      case 'views':
        return app.push(options.views(app));
      case 'save-view': {
        const params = stage.screen().address();
        if (params === undefined) return app.flash('warn', 'This tab has no filter to keep.');
        return app.push(options.saveView({screen: stage.active(), params}, action.name));
      }
      case 'watch':
        return watch(action.name);
      case 'theme':
        return options.themes?.use(action.name);
      case 'profile':
        return connections.useProfile(action.name);
      case 'requests':
        return app.push(options.requests(app));
      case 'repaint':
        return options.repaint();
      case 'suspend':
        return options.suspend();
      case 'quit': {
        const held = stage.held();
        return held === undefined ? options.quit() : app.flash('warn', held.text, held.hint);
      }
      default:
        return action satisfies never;
    }
  };
};
