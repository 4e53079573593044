import fuzzysort from 'fuzzysort';
import {argumentName, optionsFor, parseArguments} from '../commands/arguments.ts';
import type {Command, LiveCommand} from '../commands/command.ts';
import {keyLabel} from '../commands/key-name.ts';
import type {App} from '../core/app.ts';
import {mount} from '../core/mount.ts';
import {
  type Effect,
  type EffectContext,
  effect,
  type Host,
  type Mounted,
  type Next,
  type Params,
  type Screen,
} from '../core/screen.ts';
import type {FieldSpec} from '../form/form.ts';
import {type TextField, textField} from '../form/text-field.ts';
import {nearest} from '../text/nearest.ts';
import {sanitise} from '../text/sanitise.ts';
import {fit, truncate} from '../text/width.ts';
import {wrap} from '../text/wrap.ts';
import type {Ui} from '../ui/context.ts';
import {dialogCells, dialogView} from '../ui/DialogBox.tsx';
import {inputText} from '../ui/form-lines.ts';

interface LineState {
  /** Places to go to that were found so far. */
  readonly places: readonly Place[];
  readonly field: TextField;
  readonly selected: number;
  readonly problem: string | undefined;
}

/** A view to go to, found while the palette is open. */
export interface Place {
  readonly title: string;
  readonly screen: string;
  /** Absent: the tab as it is. */
  readonly params?: Params;
  /** Id of the command that is on this tab, if that is why it is found. */
  readonly command?: string;
}

/** Goes to a place; one on a tab that this console does not have is refused. */
export const goToPlace = (app: App, {title, screen, params}: Place): void => {
  if (app.view().tabs.some(({id}) => id === screen)) app.goto(screen, params);
  else app.flash('error', `There is no tab ${screen} for ${title}.`);
};

/** Finds places; what cannot be read has none. */
export type PlaceSource = (context: EffectContext, signal: AbortSignal) => Promise<readonly Place[]>;

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

/** A line that can be run: a command, with its arguments if the line has been run before; or a place. */
interface Candidate {
  readonly command: LiveCommand;
  readonly isPlace?: true;
  /** What is typed for it. */
  readonly line: string;
  readonly title: string;
}

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

interface LineOptions {
  readonly commands: readonly LiveCommand[];
  readonly by: 'name' | 'title';
  /** The line to begin with. */
  readonly text: string;
  readonly recent: readonly string[];
  say(text: string): string;
  readonly sources: readonly PlaceSource[];
  goto(place: Place): void;
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

/** A line that begins with the name of a command and a space. */
const argumentsOf = (
  text: string,
  {commands}: LineOptions,
): {readonly command: LiveCommand; readonly text: string} | undefined => {
  const [, name, rest] = /^\s*(\S+)\s(.*)$/.exec(text) ?? [];
  const command = commands.find(({id}) => id === name);
  return command === undefined || rest === undefined ? undefined : {command, text: rest};
};

const candidatesOf = ({field, places}: LineState, options: LineOptions): readonly Candidate[] => {
  const {commands, by, recent} = options;
  const found = places.map(place => placeCandidate(place, options));
  const all = commands.map(command => ({command, line: command.id, title: command.title}));
  const text = field.value.trim();
  if (text === '') {
    const before = recent.flatMap(line => {
      const command = commands.find(({id}) => id === line.split(' ', 1)[0]);
      return command === undefined ? [] : [{command, line, title: line === command.id ? command.title : `: ${line}`}];
    });
    const [others, moves] = [false, true].map(isMove =>
      all.filter(({command}) => (command.group === 'Move') === isMove),
    );
    const views = found.filter((_, at) => places[at]?.command === undefined);
    return [...before, ...(others ?? []), ...views, ...(moves ?? [])].filter(
      ({line}, at) => at < before.length || !recent.includes(line),
    );
  }
  const keys = by === 'name' ? ['line', 'title'] : ['title', 'line'];
  const lines = [...all, ...commands.flatMap(valueLines), ...found];
  return fuzzysort.go(text, lines, {keys, threshold: 0}).map(({obj}) => obj);
};

const placeCandidate = (place: Place, {goto}: LineOptions): Candidate => ({
  command: {
    ...{id: 'goto', title: place.title, keys: [], group: 'Views', footer: undefined, dangerous: false},
    ...{disabledReason: undefined, args: undefined, run: () => goto(place)},
  },
  isPlace: true,
  line: place.title,
  title: place.title,
});

/** A line for each value of a command that takes one of a few. */
const valueLines = (command: LiveCommand): readonly Candidate[] => {
  const [field, ...others] = command.args?.fields ?? [];
  if (field?.kind !== 'choice' || others.length > 0) return [];
  return field.options.map(({label}) => ({
    command,
    line: `${command.id} ${label.toLowerCase()}`,
    title: `${command.title}: ${label}`,
  }));
};

/** The line with its last value completed; undefined if there is nothing to complete. */
const completed = (text: string, options: LineOptions): string | undefined => {
  const given = argumentsOf(text, options);
  if (given?.command.args === undefined) return undefined;
  const [, before = '', name, part = ''] = /^(.*?)(?:([\w-]+)=)?([^\s=]*)$/.exec(given.text) ?? [];
  const {fields} = given.command.args;
  const position = before.split(/\s+/).filter(word => word !== '' && !word.includes('=')).length;
  const field = name === undefined ? fields[position] : fields.find(each => argumentName(each) === name);
  const [option, ...others] = optionsFor(field, part);
  if (option === undefined || (others.length > 0 && part === '')) return undefined;
  return `${given.command.id} ${before}${name === undefined ? '' : `${name}=`}${option} `;
};

const KEY_CELLS = 10;

const lineText = (state: LineState, ui: Ui, {options, now}: {options: LineOptions; now: number}) => {
  const cells = dialogCells(ui.columns);
  const {paint} = ui;
  const spec: FieldSpec = {kind: 'text', name: 'line', label: '', placeholder: ''};
  const form = {fields: {line: state.field}, focus: 'line', problems: {}};
  const prompt = options.by === 'name' ? ':' : '>';
  const input = `${paint('accent', prompt)} ${inputText(spec, form, {ui, cells: cells - 2})}`;
  const problem = state.problem === undefined ? [] : [paint('status.error', truncate(`! ${state.problem}`, cells))];
  const given = argumentsOf(state.field.value, options);
  const body = given === undefined ? listLines(state, ui, options) : helpLines(given, ui, {options, now});
  return {
    title: options.by === 'name' ? 'Command' : 'Find a command',
    head: [input, '', ...body],
    foot: problem,
  };
};

/** The candidates around the selected one. */
const listLines = (state: LineState, {paint, rows, columns}: Ui, options: LineOptions): readonly string[] => {
  const cells = dialogCells(columns);
  const candidates = candidatesOf(state, options);
  if (candidates.length === 0) return [paint('muted', 'No command matches.')];
  const room = Math.max(1, rows - 8);
  const top = Math.max(0, Math.min(state.selected - Math.floor(room / 2), candidates.length - room));
  return candidates.slice(top, top + room).map(({command, line, title}, at) => {
    const {keys, disabledReason: reason} = command;
    const key = fit(keys[0] === undefined ? '' : keyLabel(keys[0]), KEY_CELLS);
    const words = reason === undefined ? title : `${title} (${options.say(reason)})`;
    const name = fit(options.by === 'name' ? line : '', options.by === 'name' ? 20 : 0);
    const text = `${name}${fit(truncate(words, cells - KEY_CELLS - name.length), cells - KEY_CELLS - name.length)}${key}`;
    if (top + at === state.selected) return paint('selection', text);
    return reason === undefined ? text : paint('muted', text);
  });
};

/** What a command takes, and what is wrong with the text so far. */
const helpLines = (
  {command, text}: {readonly command: LiveCommand; readonly text: string},
  {paint, columns}: Ui,
  {options, now}: {options: LineOptions; now: number},
): readonly string[] => {
  const cells = dialogCells(columns);
  const {args, title, disabledReason: reason} = command;
  if (reason !== undefined)
    return [title, '', ...wrap(options.say(reason), cells).map(line => paint('status.warn', line))];
  if (args === undefined) return [title, '', paint('muted', 'It takes no arguments.')];
  const fields = args.fields.map(field => {
    const values =
      field.kind === 'choice'
        ? field.options.map(({label}) => label.toLowerCase()).join(' ')
        : (field.placeholder ?? field.label.toLowerCase());
    return truncate(`${fit(argumentName(field), 14)}${sanitise(values)}`, cells);
  });
  const parsed = text.trim() === '' ? undefined : parseArguments(args, text, now);
  const wrong =
    parsed !== undefined && 'problem' in parsed ? ['', paint('status.warn', truncate(parsed.problem, cells))] : [];
  return [title, '', ...fields.map(line => paint('muted', line)), ...wrong];
};
