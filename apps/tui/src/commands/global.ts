import type {FieldSpec} from '../form/form.ts';
import type {Command} from './command.ts';

/** Actions of the app. */
export type GlobalAction =
  | {readonly kind: 'goto'; readonly screen: string}
  | {readonly kind: 'step' | 'travel'; readonly by: 1 | -1}
  | {readonly kind: 'theme' | 'profile' | 'watch'; readonly name: string}
  /** Opens the command line, with a text to continue. */
  | {readonly kind: 'command-line'; readonly text: string}
  | {readonly kind: 'save-view'; readonly name: string | undefined}
  | {readonly kind: 'help' | 'views' | 'palette' | 'requests' | 'repaint' | 'suspend' | 'quit'};

export interface Tab {
  readonly id: string;
  readonly title: string;
}

const MAX_TABS = 9;

/** What the arguments of global commands can name. */
interface GlobalNames {
  readonly profiles: readonly string[];
  readonly themes: readonly string[];
  /** What is wrong with the text of a watch. */
  readonly checkWatch: (text: string) => string | undefined;
}

/** The name of a view. */
export const viewFields: readonly FieldSpec[] = [
  {
    kind: 'text',
    name: 'name',
    label: 'Name',
    placeholder: 'such as checkout errors',
    check: value => (value.trim() === '' ? 'enter a name' : undefined),
  },
];

const choiceOf = (
  kind: 'theme' | 'profile',
  names: readonly string[],
): NonNullable<Command<null, GlobalAction>['args']> => ({
  fields: [{kind: 'choice', name: kind, label: kind, options: names.map(name => ({value: name, label: name}))}],
  action: ({[kind]: name = ''}) => ({kind, name}),
});

/** The commands of the global layer, with one for each of the first nine tabs. */
export const globalCommands = (
  tabs: readonly Tab[],
  {profiles, themes, checkWatch}: GlobalNames,
): readonly Command<null, GlobalAction>[] => [
  ...tabs.slice(0, MAX_TABS).map(
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
  {id: 'back', title: 'Go back to the last view', keys: ['<'], group: 'Tabs', action: {kind: 'travel', by: -1}},
  {id: 'forward', title: 'Go forward again', keys: ['>'], group: 'Tabs', action: {kind: 'travel', by: 1}},
  {
    id: 'save-view',
    title: 'Name this view',
    keys: ['B'],
    group: 'Views',
    args: {fields: viewFields, read: name => ({name}), action: ({name}) => ({kind: 'save-view', name})},
    action: {kind: 'save-view', name: undefined},
  },
  {id: 'views', title: 'Show the named views', keys: ["'"], group: 'Views', action: {kind: 'views'}},
  {id: 'help', title: 'Show the keys', keys: ['?', 'f1'], group: 'Program', footer: 'help', action: {kind: 'help'}},
  {
    id: 'command-line',
    title: 'Run a command by its name',
    keys: [':'],
    group: 'Program',
    footer: 'command',
    action: {kind: 'command-line', text: ''},
  },
  {id: 'palette', title: 'Find a command', keys: ['ctrl-p'], group: 'Program', action: {kind: 'palette'}},
  {
    id: 'profile',
    title: 'Use another profile',
    keys: [],
    group: 'Program',
    args: choiceOf('profile', profiles),
    action: {kind: 'command-line', text: 'profile '},
    disabledReason: () =>
      profiles.length === 0
        ? 'the config has no profiles; edge-console profiles add NAME --url URL adds one'
        : undefined,
  },
  {
    id: 'theme',
    title: 'Draw with another theme',
    keys: [],
    group: 'Program',
    args: choiceOf('theme', themes),
    action: {kind: 'command-line', text: 'theme '},
  },
  {
    id: 'watch',
    title: 'Ring at a rate or a new pattern',
    keys: [],
    group: 'Program',
    args: {
      fields: [
        {
          kind: 'text',
          name: 'watch',
          label: 'Watch',
          placeholder: 'level=error rate=10/min, pattern=new, or off',
          check: text => (text === 'off' ? undefined : checkWatch(text)),
        },
      ],
      read: watch => ({watch}),
      action: ({watch = ''}) => ({kind: 'watch', name: watch}),
    },
    action: {kind: 'command-line', text: 'watch '},
  },
  {id: 'requests', title: 'Show the last requests', keys: ['!'], group: 'Program', action: {kind: 'requests'}},
  {id: 'repaint', title: 'Redraw the screen', keys: ['ctrl-l'], group: 'Program', action: {kind: 'repaint'}},
  {id: 'suspend', title: 'Suspend the program', keys: ['ctrl-z'], group: 'Program', action: {kind: 'suspend'}},
  {id: 'quit', title: 'Quit', keys: ['q', 'ctrl-c'], group: 'Program', footer: 'quit', action: {kind: 'quit'}},
];
