import {type Command, inGroup} from '../commands/command.ts';
import type {ScreenEntry} from './screen.ts';

export interface ShowView {
  readonly screen: string;
}

/** Returns the screens that are tabs. The other screens are further views of a tab. */
export const tabsOf = (screens: readonly ScreenEntry[]): readonly ScreenEntry[] =>
  screens.filter(({id, view}) => view === undefined || view.tab === id);

/** Returns the views of a tab, the tab's own screen first. Empty if the tab has only one. */
export const viewsOf = (tab: string, screens: readonly ScreenEntry[]) =>
  screens.flatMap(({id, view}) => (view?.tab === tab ? [{id, ...view}] : []));

/**
 * Returns the commands that switch between the views of a tab. The state of a command is the id of the view that is
 * shown. The command of the shown view switches back to the tab's first view.
 */
export const viewCommands = (tab: string, screens: readonly ScreenEntry[]): readonly Command<string, ShowView>[] => {
  const explore = inGroup<string, ShowView>('Explore');
  return viewsOf(tab, screens).map(({id, command}) =>
    explore({...command, action: {screen: id}, ...(id === tab && {when: active => active !== tab})}),
  );
};
