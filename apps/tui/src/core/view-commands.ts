import {type Command, inGroup} from '../commands/command.ts';
import type {ScreenEntry} from './screen.ts';

export interface ShowView {
  readonly screen: string;
}

export const tabsOf = (screens: readonly ScreenEntry[]): readonly ScreenEntry[] =>
  screens.filter(({id, view}) => view === undefined || view.tab === id);

export const viewsOf = (tab: string, screens: readonly ScreenEntry[]) =>
  screens.flatMap(({id, view}) => (view?.tab === tab ? [{id, ...view}] : []));

export const viewCommands = (tab: string, screens: readonly ScreenEntry[]): readonly Command<string, ShowView>[] => {
  const explore = inGroup<string, ShowView>('Explore');
  return viewsOf(tab, screens).map(({id, command}) =>
    explore({...command, action: {screen: id}, ...(id === tab && {when: active => active !== tab})}),
  );
};
