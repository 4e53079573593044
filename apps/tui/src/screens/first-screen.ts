import type {CommandLayer} from '../commands/command.ts';
import {globalCommands} from '../commands/global.ts';
import {screenEntry} from '../core/mount.ts';
import type {ScreenEntry} from '../core/screen.ts';
import type {PlaceSource} from '../dialogs/command-line/candidates.ts';
import type {WatchParser} from '../explore/watch.ts';
import {themeNames} from '../theme/themes.ts';
import {sessionScreen} from './session/session-screen.ts';
import {signInTab, TABS} from './tabs.ts';

export interface ConsoleParts {
  readonly screens: readonly ScreenEntry[];
  /** Commands whose keys replace placeholders in texts, such as `{tokens.create}`. */
  readonly layers: readonly CommandLayer[];
  readonly places: readonly PlaceSource[];
  readonly parseWatch?: WatchParser;
}

export const globalLayer = (): CommandLayer => {
  const none = () => undefined;
  const options = {
    profiles: [],
    hasProfileForm: false,
    themes: themeNames,
    checkWatch: none,
    elevationProblem: none,
    endProblem: none,
    hasMouse: () => false,
  };
  return {layer: 'global', title: 'Everywhere', commands: globalCommands(TABS, options)};
};

/** The tab on which the console starts without a credential. It is shown while the other screens are loaded. */
export const signInParts = (): ConsoleParts => {
  const session = screenEntry(signInTab, sessionScreen);
  return {
    screens: [session],
    layers: [globalLayer(), {layer: signInTab, title: `${session.title} tab`, commands: session.commands}],
    places: [],
  };
};
