import type {Command} from './command.ts';

/** Actions of the app. */
export type GlobalAction =
  | {readonly kind: 'goto'; readonly screen: string}
  | {readonly kind: 'step'; readonly by: 1 | -1}
  | {readonly kind: 'help' | 'palette' | 'command-line' | 'requests' | 'repaint' | 'suspend' | 'quit'};

export interface Tab {
  readonly id: string;
  readonly title: string;
}

const MOST_TABS = 9;

/** The commands of the global layer, with one for each of the first nine tabs. */
export const globalCommands = (tabs: readonly Tab[]): readonly Command<null, GlobalAction>[] => [
  ...tabs.slice(0, MOST_TABS).map(
    ({id, title}, at): Command<null, GlobalAction> => ({
      id: `tab-${id}`,
      title: `Go to ${title}`,
      keys: [String(at + 1)],
      group: 'Tabs',
      action: {kind: 'goto', screen: id},
    }),
  ),
  {id: 'previous-tab', title: 'Go to the previous tab', keys: ['['], group: 'Tabs', action: {kind: 'step', by: -1}},
  {id: 'next-tab', title: 'Go to the next tab', keys: [']'], group: 'Tabs', action: {kind: 'step', by: 1}},
  {id: 'help', title: 'Show the keys', keys: ['?', 'f1'], group: 'Program', footer: 'help', action: {kind: 'help'}},
  {
    id: 'command-line',
    title: 'Run a command by its name',
    keys: [':'],
    group: 'Program',
    footer: 'command',
    action: {kind: 'command-line'},
  },
  {id: 'palette', title: 'Find a command', keys: ['ctrl-p'], group: 'Program', action: {kind: 'palette'}},
  {id: 'requests', title: 'Show the last requests', keys: ['!'], group: 'Program', action: {kind: 'requests'}},
  {id: 'repaint', title: 'Redraw the screen', keys: ['ctrl-l'], group: 'Program', action: {kind: 'repaint'}},
  {id: 'suspend', title: 'Suspend the program', keys: ['ctrl-z'], group: 'Program', action: {kind: 'suspend'}},
  {id: 'quit', title: 'Quit', keys: ['q', 'ctrl-c'], group: 'Program', footer: 'quit', action: {kind: 'quit'}},
];
