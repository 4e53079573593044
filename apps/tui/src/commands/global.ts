import type {FieldSpec} from '../form/form.ts';
import {type Command, inGroup} from './command.ts';

export type GlobalAction =
  | {readonly kind: 'tab'; readonly tab: string}
  | {readonly kind: 'step' | 'travel'; readonly by: 1 | -1}
  | {readonly kind: 'theme' | 'profile' | 'watch'; readonly name: string}
  | {readonly kind: 'command-line'; readonly text: string}
  | {readonly kind: 'elevate'; readonly minutes: number}
  | {readonly kind: 'save-view'; readonly name: string | undefined}
  | {
      readonly kind:
        | 'help'
        | 'views'
        | 'profiles'
        | 'palette'
        | 'requests'
        | 'end-elevation'
        | 'lock'
        | 'edit-config'
        | 'mouse'
        | 'repaint'
        | 'suspend'
        | 'quit';
    };

export interface Tab {
  readonly id: string;
  readonly title: string;
}

const MAX_TABS = 9;

interface GlobalOptions {
  readonly elevationProblem: () => string | undefined;
  readonly endProblem: () => string | undefined;
  readonly hasMouse: () => boolean;
  readonly profiles: readonly string[];
  readonly hasProfileForm: boolean;
  readonly themes: readonly string[];
  readonly checkWatch: (text: string) => string | undefined;
}

export const viewFields: readonly FieldSpec[] = [
  {
    kind: 'text',
    name: 'name',
    label: 'Name',
    placeholder: 'such as checkout errors',
    check: value => (value.trim() === '' ? 'enter a name' : undefined),
  },
];

const DEFAULT_MINUTES = 15;
const MAX_MINUTES = 120;

const minutesField: FieldSpec = {
  kind: 'text',
  name: 'minutes',
  label: 'Minutes',
  placeholder: String(DEFAULT_MINUTES),
  check: text =>
    /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_MINUTES
      ? undefined
      : `enter a number of minutes, 1 to ${MAX_MINUTES}`,
};

const choiceOf = (
  kind: 'theme' | 'profile',
  names: readonly string[],
): NonNullable<Command<null, GlobalAction>['args']> => ({
  fields: [{kind: 'choice', name: kind, label: kind, options: names.map(name => ({value: name, label: name}))}],
  action: ({[kind]: name = ''}) => ({kind, name}),
});

const tab = inGroup<null, GlobalAction>('Tabs');
const view = inGroup<null, GlobalAction>('Views');
const program = inGroup<null, GlobalAction>('Program');

export const globalCommands = (
  tabs: readonly Tab[],
  {profiles, hasProfileForm, themes, checkWatch, elevationProblem, endProblem, hasMouse}: GlobalOptions,
): readonly Command<null, GlobalAction>[] => [
  ...tabs
    .slice(0, MAX_TABS)
    .map(({id, title}, at) =>
      tab({id: `tab-${id}`, title: `Go to ${title}`, keys: [String(at + 1)], action: {kind: 'tab', tab: id}}),
    ),
  tab({id: 'previous-tab', title: 'Go to the previous tab', keys: ['['], action: {kind: 'step', by: -1}}),
  tab({id: 'next-tab', title: 'Go to the next tab', keys: [']'], action: {kind: 'step', by: 1}}),
  tab({id: 'back', title: 'Go back to the last view', keys: ['<'], action: {kind: 'travel', by: -1}}),
  tab({id: 'forward', title: 'Go forward again', keys: ['>'], action: {kind: 'travel', by: 1}}),
  view({
    id: 'save-view',
    title: 'Name this view',
    keys: ['B'],
    args: {fields: viewFields, read: name => ({name}), action: ({name}) => ({kind: 'save-view', name})},
    action: {kind: 'save-view', name: undefined},
  }),
  view({id: 'views', title: 'Show the named views', keys: ["'"], action: {kind: 'views'}}),
  program({id: 'help', title: 'Show the keys', keys: ['?', 'f1'], footer: 'help', action: {kind: 'help'}}),
  program({
    id: 'command-line',
    title: 'Run a command by its name',
    keys: [':'],
    footer: 'command',
    action: {kind: 'command-line', text: ''},
  }),
  program({id: 'palette', title: 'Find a command', keys: ['ctrl-p'], action: {kind: 'palette'}}),
  program({
    id: 'profile',
    title: 'Use another profile',
    keys: ['ctrl-g'],
    args: choiceOf('profile', profiles),
    action: {kind: 'profiles'},
    disabledReason: () =>
      profiles.length === 0 && !hasProfileForm
        ? 'the config has no profiles; edge-console profiles add NAME --url URL adds one'
        : undefined,
  }),
  program({
    id: 'theme',
    title: 'Draw with another theme',
    keys: [],
    args: choiceOf('theme', themes),
    action: {kind: 'command-line', text: 'theme '},
  }),
  program({
    id: 'watch',
    title: 'Ring at a rate or a new pattern',
    keys: [],
    args: {
      fields: [
        {
          kind: 'text',
          name: 'watch',
          label: 'Watch',
          placeholder: 'level=error keep=TEXT rate=10/min, pattern=new, or off',
          check: text => (text === 'off' ? undefined : checkWatch(text)),
        },
      ],
      read: watch => ({watch}),
      action: ({watch = ''}) => ({kind: 'watch', name: watch}),
    },
    action: {kind: 'command-line', text: 'watch '},
  }),
  program({
    id: 'elevate',
    title: 'Permit changes for some minutes',
    keys: [],
    args: {fields: [minutesField], action: ({minutes = ''}) => ({kind: 'elevate', minutes: Number(minutes)})},
    action: {kind: 'command-line', text: `elevate ${DEFAULT_MINUTES}`},
    disabledReason: elevationProblem,
  }),
  program({
    id: 'end-elevation',
    title: 'Stop permitting changes',
    keys: [],
    action: {kind: 'end-elevation'},
    disabledReason: endProblem,
  }),
  program({id: 'requests', title: 'Show the last requests', keys: ['@'], action: {kind: 'requests'}}),
  program({id: 'lock', title: 'Lock the screen', keys: [], action: {kind: 'lock'}}),
  program({id: 'config', title: 'Edit the config in $EDITOR', keys: [], action: {kind: 'edit-config'}}),
  program({
    id: 'mouse',
    title: 'Switch the mouse on or off',
    keys: ['f2'],
    // The footer shows that the mouse is on, because the terminal then selects text only while Shift is pressed.
    footerOf: () => (hasMouse() ? 'mouse' : undefined),
    action: {kind: 'mouse'},
  }),
  program({id: 'repaint', title: 'Redraw the screen', keys: ['ctrl-l'], action: {kind: 'repaint'}}),
  program({id: 'suspend', title: 'Suspend the program', keys: ['ctrl-z'], action: {kind: 'suspend'}}),
  program({id: 'quit', title: 'Quit', keys: ['q', 'ctrl-c'], footer: 'quit', action: {kind: 'quit'}}),
];
