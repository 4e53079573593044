import {parseArguments} from '../../commands/arguments.ts';
import type {Command, LiveCommand} from '../../commands/command.ts';
import type {App} from '../../core/app.ts';
import {mount} from '../../core/mount.ts';
import {type Effect, effect, type Host, type Mounted, type Next, type Screen} from '../../core/screen.ts';
import {type TextField, textField} from '../../form/text-field.ts';
import {nearest} from '../../text/nearest.ts';
import {dialogView} from '../../ui/DialogBox.tsx';
import {argumentsOf, type Candidate, candidatesOf, completed, type LineOptions, type LineState} from './match.ts';
import {goToPlace, type Place, type PlaceSource} from './places.ts';
import {lineText} from './view.ts';

type LineAction =
  | {readonly kind: 'enter'}
  | {readonly kind: 'found'; readonly places: readonly Place[]}
  | {readonly kind: 'typed'; readonly field: TextField}
  | {readonly kind: 'select'; readonly by: 1 | -1}
  | {readonly kind: 'complete'}
  | {readonly kind: 'run'}
  | {readonly kind: 'close'};

export const commandLineCommands: readonly Command<LineState, LineAction>[] = [
  {id: 'run', title: 'Run the command', keys: ['enter'], group: 'Command', footer: 'run', action: {kind: 'run'}},
  {
    id: 'complete',
    title: 'Complete the name or value',
    keys: ['tab'],
    group: 'Command',
    footer: 'complete',
    action: {kind: 'complete'},
  },
  {
    id: 'next-command',
    title: 'Select the next command',
    keys: ['down', 'ctrl-n'],
    group: 'Command',
    footer: 'select',
    action: {kind: 'select', by: 1},
  },
  {
    id: 'previous-command',
    title: 'Select the previous command',
    keys: ['up', 'ctrl-p'],
    group: 'Command',
    action: {kind: 'select', by: -1},
  },
  {id: 'close', title: 'Close', keys: ['esc', 'ctrl-g'], group: 'Command', footer: 'close', action: {kind: 'close'}},
];

/** Lines remembered. */
const REMEMBERED = 50;
const RECENT = 5;

/**
 * Finds a command that means something on the screen in front, and runs it. `history`: the lines run before. `sources`: what
 * the palette finds beside commands.
 */
export const commandLineDialog =
  (history: string[], sources: readonly PlaceSource[]) =>
  (app: App, {by, text}: {readonly by: 'name' | 'title'; readonly text: string}) =>
  (host: Host): Mounted => {
    const {front, global} = app.commands();
    const commands = uniqueById([...front, ...global]).filter(({id}) => id !== 'command-line' && id !== 'palette');
    const run = ({line, act}: Chosen): void => {
      if (line === undefined) {
        act();
        return;
      }
      const at = history.indexOf(line);
      if (at !== -1) history.splice(at, 1);
      history.unshift(line);
      history.splice(REMEMBERED);
      act();
    };
    // A command of another tab is found only where no command in front has its name.
    const isHere = ({command}: Place): boolean => command !== undefined && commands.some(({id}) => id === command);
    const elsewhere: readonly PlaceSource[] = sources.map(
      source => async (context, signal) => (await source(context, signal)).filter(place => !isHere(place)),
    );
    return mount(
      lineScreen({
        ...{commands, by, text, recent: history.slice(0, RECENT), say: app.names.say},
        ...{sources: by === 'title' ? elsewhere : [], goto: place => goToPlace(app, place)},
      }),
      host,
      run,
    );
  };

/** What the dialog replies: the line to remember, and what it does. */
interface Chosen {
  readonly line: string | undefined;
  act(): void;
}

const uniqueById = (commands: readonly LiveCommand[]): readonly LiveCommand[] =>
  [...new Map(commands.toReversed().map(command => [command.id, command])).values()].toReversed();

const lineScreen = (options: LineOptions): Screen<LineState, LineAction, Chosen> => ({
  title: options.by === 'name' ? 'Command' : 'Find a command',
  initial: {places: [], field: textField(options.text), selected: 0, problem: undefined},
  enter: {kind: 'enter'},
  update: (state, action, {now}) => updateLine(state, action, {options, now}),
  commands: commandLineCommands,
  textTarget: ({field}) => ({field, changed: next => ({kind: 'typed', field: next})}),
  View: dialogView((state, ui, now) => lineText(state, ui, {options, now})),
});

const findPlaces = (source: PlaceSource, at: number): Effect<LineAction> =>
  effect<LineAction>(
    `places ${at}`,
    async (context, signal) => ({kind: 'found', places: await source(context, signal)}),
    () => ({kind: 'found', places: []}),
  );

type LineStep = Next<LineState, LineAction, Chosen>;

const updateLine = (
  state: LineState,
  action: LineAction,
  {options, now}: {options: LineOptions; now: number},
): LineStep => {
  const candidates = candidatesOf(state, options);
  const candidate = candidates[state.selected];
  const typed = (text: string): LineStep => [{...state, field: textField(text), selected: 0, problem: undefined}];
  switch (action.kind) {
    case 'enter':
      return [state, ...options.sources.map(findPlaces)];
    case 'found':
      return [{...state, places: [...state.places, ...action.places]}];
    case 'typed':
      return [{...state, field: action.field, selected: 0, problem: undefined}];
    case 'select': {
      const last = Math.max(0, candidates.length - 1);
      return [{...state, selected: Math.max(0, Math.min(last, state.selected + action.by))}];
    }
    case 'complete': {
      const whole = completed(state.field.value, options);
      if (whole !== undefined) return typed(whole);
      return candidate === undefined || argumentsOf(state.field.value, options) !== undefined
        ? [state]
        : typed(`${candidate.line}${candidate.command.args === undefined ? '' : ' '}`);
    }
    case 'run':
      return runLine(state, candidate, {options, now});
    case 'close':
      return [state, {kind: 'close'}];
    default:
      return action satisfies never;
  }
};

const runLine = (
  state: LineState,
  candidate: Candidate | undefined,
  {options, now}: {options: LineOptions; now: number},
): LineStep => {
  const refused = (problem: string): LineStep => [{...state, problem}];
  const line = argumentsOf(state.field.value, options) === undefined ? candidate?.line : state.field.value.trim();
  if (line === undefined) {
    const near = nearest(
      state.field.value.trim(),
      options.commands.map(({id}) => id),
    );
    return refused(`There is no such command${near === undefined ? '.' : `; did you mean ${near}?`}`);
  }
  if (candidate?.isPlace === true && line === candidate.line) {
    return [state, {kind: 'close'}, {kind: 'reply', out: {line: undefined, act: candidate.command.run}}];
  }
  const given = argumentsOf(line, options);
  const command = given?.command ?? candidate?.command;
  if (command === undefined) return refused('There is no such command.');
  if (command.disabledReason !== undefined) return refused(`${command.title}: ${options.say(command.disabledReason)}`);
  const done = (act: () => void): LineStep => [state, {kind: 'close'}, {kind: 'reply', out: {line, act}}];
  if (given === undefined || given.text.trim() === '') return done(() => command.run());
  if (command.args === undefined) return refused(`${command.id} takes no arguments.`);
  const parsed = parseArguments(command.args, given.text, now);
  return 'problem' in parsed ? refused(parsed.problem) : done(() => command.run(parsed.values));
};
