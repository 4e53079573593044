import {type LiveCommand, liveCommands} from '../../commands/command.ts';
import {type GlobalAction, globalCommands, type Tab} from '../../commands/global.ts';
import {toFailure} from '../../core/failure.ts';
import {createCommandLine} from '../../dialogs/command-line/command-line.ts';
import {helpDialog, requestsDialog} from '../../dialogs/help.ts';
import {profilesDialog} from '../../dialogs/profiles-dialog.ts';
import {viewPlaces} from '../../saved/views.ts';
import {saveViewDialog, viewsDialog} from '../../saved/views-dialog.ts';
import type {App, AppOptions, AppPorts, Shell} from '../app.ts';
import type {createProfiles} from '../connections/profiles.ts';
import type {Navigation} from '../navigation.ts';
import type {Stage} from '../stage.ts';
import type {createWatchCommand} from '../watch/watch-command.ts';
import type {createPermits} from './permits.ts';

interface Parts extends Shell {
  readonly tabs: readonly Tab[];
  readonly stage: Stage;
  readonly navigation: Navigation;
  readonly profiles: ReturnType<typeof createProfiles>;
  readonly permits: ReturnType<typeof createPermits>;
  readonly watch: ReturnType<typeof createWatchCommand>;
  /** Commands that help and palette list. */
  readonly listed: App['commands'];
}

export const createGlobalCommands = (
  live: () => AppOptions,
  ports: AppPorts,
  {host, flash, tabs, stage, navigation, profiles, permits, watch, listed}: Parts,
) => {
  const switchMouse = (): void => {
    const {mouse} = ports;
    if (mouse === undefined) return;
    mouse.set(!mouse.isOn());
    const text = mouse.isOn() ? 'The mouse is on. Hold Shift to select text with it.' : 'The mouse is off.';
    flash('ok', text);
  };

  const openLine = createCommandLine(() => [viewPlaces, ...(live().places ?? [])]);
  const allCommands = (): readonly LiveCommand[] => {
    const {front, global} = listed();
    return [...front, ...global];
  };
  const commandLine = (by: 'name' | 'title', text: string): void =>
    host.push(openLine({commands: allCommands(), by, text, say: live().names.say}));

  const perform = (action: GlobalAction) => {
    const {keysOf} = live().names;
    switch (action.kind) {
      case 'tab':
        return navigation.goto(stage.viewOf(action.tab));
      case 'step':
        return navigation.step(action.by);
      case 'travel':
        return navigation.travel(action.by);
      case 'help': {
        const {title} = stage.dialog() ?? stage.screen();
        return host.push(helpDialog(title, allCommands(), keysOf('global.help')));
      }
      case 'command-line':
        return commandLine('name', action.text);
      case 'palette':
        return commandLine('title', '');
      case 'views':
        return host.push(viewsDialog(live().screens));
      case 'save-view': {
        const params = stage.screen().address();
        if (params === undefined) return flash('warn', 'This tab has no filter to save.');
        return host.push(saveViewDialog({screen: stage.active(), params}, action.name));
      }
      case 'watch':
        return watch.run(action.name);
      case 'theme':
        return ports.themes?.use(action.name);
      case 'profile':
        return profiles.use(action.name);
      case 'elevate':
        return permits.elevate(action.minutes);
      case 'end-elevation':
        return permits.end();
      case 'profiles': {
        const names = () => live().profiles?.names ?? [];
        const {open} = profilesDialog({
          ...{names, edits: live().profiles?.edits},
          current: host.env().connection?.profile,
        });
        return host.push(each => open(each, profiles.use));
      }
      case 'requests':
        return host.push(requestsDialog(live().exchanges, keysOf('global.requests')));
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

  return (): readonly LiveCommand[] => {
    const commands = globalCommands(tabs, {
      profiles: live().profiles?.names ?? [],
      hasProfileForm: live().profiles?.edits !== undefined,
      themes: ports.themes?.names() ?? [],
      hasMouse: () => ports.mouse?.isOn() ?? false,
      checkWatch: watch.problem,
      ...permits,
    });
    return liveCommands(commands, null, {send: perform, now: live().now});
  };
};
