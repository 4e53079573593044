import {argumentName, parseArguments} from '../../commands/arguments.ts';
import type {LiveCommand} from '../../commands/command.ts';
import {keyLabel} from '../../commands/key-name.ts';
import {mount} from '../../core/mount.ts';
import {type Effect, effect, type Next, type OpenDialog, type Screen} from '../../core/screen.ts';
import {textField} from '../../form/text-field.ts';
import {nearest} from '../../text/nearest.ts';
import {sanitise} from '../../text/sanitise.ts';
import {fit, truncate} from '../../text/width.ts';
import {wrap} from '../../text/wrap.ts';
import type {Ui} from '../../ui/context.ts';
import {type DialogList, dialogCells} from '../../ui/DialogBox.tsx';
import {
  type InputListAction,
  inputLine,
  inputListCommandsOf,
  inputListScreen,
  listLines,
  listRoom,
  padded,
  selectedAfter,
} from '../input-list.ts';
import {
  argumentsOf,
  type Candidate,
  candidatesOf,
  completed,
  type LineOptions,
  type LineState,
  type Place,
  type PlaceSource,
} from './candidates.ts';

type LineAction =
  | {readonly kind: 'enter'}
  | {readonly kind: 'found'; readonly places: readonly Place[]}
  | InputListAction;

export const commandLineCommands = inputListCommandsOf<LineState, LineAction>({
  ...{group: 'Command', suffix: 'command', line: 'command'},
  apply: {id: 'run', title: 'Run the command', footer: 'run'},
  complete: {id: 'complete', title: 'Complete the name or value'},
  close: {id: 'close', keys: ['esc', 'ctrl-g']},
});

interface Given {
  readonly options: LineOptions;
  readonly now: number;
}

interface Chosen {
  readonly line: string;
  run(): void;
}

const MAX_HISTORY = 50;
const RECENT = 5;

/** The command line and the palette share one history. Only the palette lists entries of `sources`. */
export const createCommandLine = (sources: () => readonly PlaceSource[]) => {
  let history: readonly string[] = [];
  const remember = ({line, run}: Chosen): void => {
    history = [line, ...history.filter(other => other !== line)].slice(0, MAX_HISTORY);
    run();
  };
  return ({commands, ...options}: Omit<LineOptions, 'recent' | 'sources'>): OpenDialog => {
    const unique = [...new Map(commands.toReversed().map(each => [each.id, each])).values()].toReversed();
    const found = unique.filter(({id}) => id !== 'command-line' && id !== 'palette');
    const isHere = ({command: id}: Place): boolean => found.some(each => each.id === id);
    const elsewhere: readonly PlaceSource[] = sources().map(
      source => async (context, signal) => (await source(context, signal)).filter(place => !isHere(place)),
    );
    const recent = history.slice(0, RECENT);
    const screen = lineScreen({...options, commands: found, recent, sources: options.by === 'title' ? elsewhere : []});
    return host => mount(screen, host, remember);
  };
};

const lineScreen = (options: LineOptions): Screen<LineState, LineAction, Chosen> =>
  inputListScreen({
    title: titleOf(options),
    initial: {places: [], field: textField(options.text), selected: 0, problem: undefined},
    enter: {kind: 'enter'},
    update: (state, action, {now}) => updateLine(state, action, {options, now}),
    commands: commandLineCommands,
    textOf: (state, ui, now) => lineText(state, ui, {options, now}),
  });

const titleOf = ({by}: LineOptions): string => (by === 'name' ? 'Command' : 'Find a command');

const findPlaces = (source: PlaceSource, at: number): Effect<LineAction> =>
  effect<LineAction>(
    `places ${at}`,
    async (context, signal) => ({kind: 'found', places: await source(context, signal)}),
    () => ({kind: 'found', places: []}),
  );

type LineStep = Next<LineState, LineAction, Chosen>;

const updateLine = (state: LineState, action: LineAction, {options, now}: Given): LineStep => {
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
    case 'select':
      return [{...state, selected: selectedAfter(state.selected, action, candidates.length) ?? 0}];
    case 'complete': {
      const whole = completed(state.field.value, options);
      if (whole !== undefined) return typed(whole);
      if (candidate === undefined || argumentsOf(state.field.value, options) !== undefined) return [state];
      return typed(`${candidate.line}${candidate.command?.args === undefined ? '' : ' '}`);
    }
    case 'apply':
      return runLine(state, candidate, {options, now});
    case 'close':
      return [state, {kind: 'close'}];
    default:
      return action satisfies never;
  }
};

const runLine = (state: LineState, candidate: Candidate | undefined, {options, now}: Given): LineStep => {
  const refused = (problem: string): LineStep => [{...state, problem}];
  const line = argumentsOf(state.field.value, options) === undefined ? candidate?.line : state.field.value.trim();
  if (line === undefined) {
    const ids = options.commands.map(({id}) => id);
    const near = nearest(state.field.value.trim(), ids);
    return refused(`There is no such command${near === undefined ? '.' : `; did you mean ${near}?`}`);
  }
  if (candidate?.place !== undefined && line === candidate.line) {
    const {screen, params} = candidate.place;
    return [state, {kind: 'close'}, {kind: 'goto', screen, params}];
  }
  const given = argumentsOf(line, options);
  const command = given?.command ?? candidate?.command;
  if (command === undefined) return refused('There is no such command.');
  if (command.disabledReason !== undefined) return refused(`${command.title}: ${options.say(command.disabledReason)}`);
  const done = (run: () => void): LineStep => [state, {kind: 'close'}, {kind: 'reply', out: {line, run}}];
  if (given === undefined || given.text.trim() === '') return done(() => command.run());
  if (command.args === undefined) return refused(`${command.id} takes no arguments.`);
  const parsed = parseArguments(command.args, given.text, now);
  return 'problem' in parsed ? refused(parsed.problem) : done(() => command.run(parsed.values));
};

const KEY_CELLS = 10;

const MAX_LINES = 24;

/** The number of lines does not depend on the input, so that the box keeps its height while the operator types. */
export const lineText = (state: LineState, ui: Ui, {options, now}: Given) => {
  const cells = dialogCells(ui.columns);
  const {paint} = ui;
  const prompt = options.by === 'name' ? ':' : '>';
  const foot =
    state.problem === undefined
      ? []
      : ['', ...wrap(`! ${state.problem}`, cells).map(line => paint('status.error', line))];
  const box = {most: MAX_LINES - foot.length, above: 2 + foot.length};
  const given = argumentsOf(state.field.value, options);
  const body =
    given === undefined
      ? commandLines(state, ui, {options, box})
      : noItems(helpLines(given, ui, {state, options, now}));
  const list = {...body, lines: padded(body.lines, listRoom(ui, box))};
  return {title: titleOf(options), head: [inputLine(prompt, state.field, ui), '', ...list.lines], list, foot};
};

const noItems = (lines: readonly string[]): DialogList => ({lines, top: 0, count: 0, selected: undefined});

const NAME_CELLS = 20;

const commandLines = (
  state: LineState,
  ui: Ui,
  {options, box}: {readonly options: LineOptions; readonly box: {readonly most: number; readonly above: number}},
): DialogList => {
  const {paint} = ui;
  const candidates = candidatesOf(state, options);
  if (candidates.length === 0) return noItems([paint('muted', 'No command matches.')]);
  const {selected, top} = state;
  return listLines(candidates, {ui, selected, top, ...box}, ({command, line, title, tab}, {cells, isSelected}) => {
    const {keys: [first] = [], disabledReason: reason} = command ?? {};
    const key = first === undefined ? '' : ` ${fit(keyLabel(first), KEY_CELLS)}`;
    const note = reason === undefined ? '' : ` (${options.say(reason)})`;
    const words = `${title}${tab === undefined ? '' : `: on the ${tab} tab`}${note}`;
    const name = options.by === 'name' ? fit(line, NAME_CELLS) : '';
    const left = cells - name.length - key.length;
    const text = `${name}${fit(truncate(words, left), left)}${key}`;
    return reason === undefined || isSelected ? text : paint('muted', text);
  });
};

/** Warns if an argument is invalid or the command is disabled, unless the box already shows `state.problem`. */
const helpLines = (
  {command, text}: {readonly command: LiveCommand; readonly text: string},
  {paint, columns}: Ui,
  {state, options, now}: Given & {readonly state: LineState},
): readonly string[] => {
  const cells = dialogCells(columns);
  const {args, title, disabledReason: reason} = command;
  const warning = (problem: string): readonly string[] =>
    state.problem === undefined ? ['', ...wrap(problem, cells).map(line => paint('status.warn', line))] : [];
  if (reason !== undefined) return [title, ...warning(options.say(reason))];
  if (args === undefined) return [title, '', paint('muted', 'It takes no arguments.')];
  const fields = args.fields.map(field => {
    const values =
      field.kind === 'choice'
        ? field.options.map(({label}) => label.toLowerCase()).join(' ')
        : (field.placeholder ?? field.label.toLowerCase());
    return truncate(`${fit(argumentName(field), 14)}${sanitise(values)}`, cells);
  });
  const parsed = text.trim() === '' ? undefined : parseArguments(args, text, now);
  const wrong = parsed !== undefined && 'problem' in parsed ? warning(parsed.problem) : [];
  return [title, '', ...fields.map(line => paint('muted', line)), ...wrong];
};
