import type {CommandLayer} from '../commands/command.ts';
import {screenEntry as entry} from '../core/mount.ts';
import type {Screen, ScreenEntry} from '../core/screen.ts';
import {viewCommands} from '../core/view-commands.ts';
import type {PlaceSource} from '../dialogs/command-line/candidates.ts';
import {commandLineCommands} from '../dialogs/command-line/command-line.ts';
import {confirmCommands} from '../dialogs/confirm-dialog.ts';
import {formDialogCommands} from '../dialogs/form-dialog.ts';
import {profilesCommands} from '../dialogs/profiles-dialog.ts';
import {secretCommands} from '../dialogs/secret.ts';
import {textCommands} from '../dialogs/text-dialog.ts';
import {parseWatch} from '../explore/watch-request.ts';
import {conditionCommands} from '../list/dialogs/condition-dialog.ts';
import {rangeCommands} from '../logs/dialogs/range-dialog.ts';
import {valueCommands} from '../logs/dialogs/value-dialog.ts';
import {viewsCommands} from '../saved/views-dialog.ts';
import {agentPlaces} from './applications/agents/agent-choice.ts';
import {pickerCommands} from './applications/agents/agent-picker.ts';
import {applicationsScreen} from './applications/application-list.ts';
import {applicationValueCommands} from './applications/conditions/condition-update.ts';
import {errorLogsScreen} from './error-logs/error-logs.ts';
import {mountWithPanel, panelCommands} from './error-logs/facets-panel.tsx';
import {type ConsoleParts, globalLayer, signInParts} from './first-screen.ts';
import {changesScreen} from './log-views/changes-view.ts';
import {facetsPanel, facetsScreen} from './log-views/facets-view.ts';
import {findingsScreen} from './log-views/findings-view.ts';
import {patternsScreen} from './log-views/patterns-view.ts';
import {tokensScreen} from './tokens/token-list.ts';

const errorLogs = (): ScreenEntry => {
  const list = entry('error-logs', errorLogsScreen());
  const parts = {list: list.mount, panel: entry('facets', facetsPanel).mount, view: 'facets'};
  return {
    ...list,
    commands: [...list.commands, ...panelCommands],
    mount: host => mountWithPanel(parts, host),
    view: {
      tab: list.id,
      label: 'Entries',
      command: {id: 'entries', title: 'Go back to the entries', keys: ['esc'], footer: 'entries'},
    },
  };
};

/** `key` opens the view or, if the view is already open, goes back to the list of error log entries. */
const logsView = <S, A>(
  id: string,
  screen: Screen<S, A>,
  {key, command = id}: {readonly key: string; readonly command?: string},
): ScreenEntry => ({
  ...entry(id, screen),
  view: {
    tab: 'error-logs',
    label: id,
    command: {id: command, title: `Show the ${id}, or the entries again`, keys: [key]},
  },
});

export const createScreens = (): readonly ScreenEntry[] => [
  ...signInParts().screens,
  entry('tokens', tokensScreen),
  errorLogs(),
  logsView('patterns', patternsScreen, {key: 'P'}),
  logsView('changes', changesScreen, {key: 'W'}),
  logsView('facets', facetsScreen, {key: 'v'}),
  logsView('findings', findingsScreen, {key: 'I', command: 'investigate'}),
  entry('applications', applicationsScreen),
];

const dialogLayers: readonly CommandLayer[] = [
  {layer: 'dialog', title: 'Dialogs: a text to read (help, last requests)', commands: textCommands([])},
  {layer: 'dialog', title: 'Dialogs: the command line', commands: commandLineCommands},
  {layer: 'dialog', title: 'Dialogs: the named views', commands: viewsCommands},
  {layer: 'dialog', title: 'Dialogs: the profiles', commands: profilesCommands},
  {layer: 'dialog', title: 'Dialogs: the agents', commands: pickerCommands},
  {layer: 'dialog', title: 'Dialogs: keep or drop rows', commands: conditionCommands},
  {layer: 'dialog', title: 'Dialogs: a value of an entry', commands: valueCommands},
  {layer: 'dialog', title: 'Dialogs: a value of an application', commands: applicationValueCommands},
  {layer: 'dialog', title: 'Dialogs: a time range', commands: rangeCommands},
  {layer: 'dialog', title: 'Dialogs: a form', commands: formDialogCommands('apply')},
  {layer: 'dialog', title: 'Dialogs: a confirmation', commands: confirmCommands},
  {layer: 'dialog', title: 'Dialogs: a new secret', commands: secretCommands},
];

const screenLayers = (screens: readonly ScreenEntry[]): readonly CommandLayer[] =>
  screens.map(({id, title, view, commands, scopes}) => {
    if (view === undefined) return {layer: id, title: `${title} tab`, commands, scopes};
    const switches = viewCommands(view.tab, screens);
    if (view.tab === id) return {layer: id, title: `${title} tab`, commands: [...commands, ...switches], scopes};
    const shared = {layer: view.tab, commands: switches};
    return {layer: id, title: `${title} view`, commands, scopes, shared};
  });

export const commandLayers = (): readonly CommandLayer[] => [
  globalLayer(),
  ...screenLayers(createScreens()),
  ...dialogLayers,
];

/** If tabs have commands with the same id, lists only the first. */
const commandPlaces: PlaceSource = async () => {
  const screens = createScreens();
  const layers = screenLayers(screens);
  const places = screens.flatMap(({id: screen, title: tab}, at) =>
    (layers[at]?.commands ?? []).map(({id, title}) => ({title, tab, screen, command: id})),
  );
  return [...new Map(places.toReversed().map(place => [place.command, place])).values()].toReversed();
};

/** The command palette lists these entries in addition to the commands that can run now. */
export const placeSources: readonly PlaceSource[] = [agentPlaces, commandPlaces];

export const allParts = (): ConsoleParts => ({
  screens: createScreens(),
  layers: commandLayers(),
  places: placeSources,
  parseWatch,
});
