import type {Agent} from '@edge-console/schema';
import {type Command, inGroup} from '../../../commands/command.ts';
import {dialogOf} from '../../../core/mount.ts';
import {type DialogIntent, effect, type Next, type Screen} from '../../../core/screen.ts';
import {formDialog} from '../../../dialogs/form-dialog.ts';
import {
  type InputListState,
  inputLine,
  inputListScreen,
  listCells,
  listLines,
  type SelectAction,
  selectCommandsOf,
  selectedAfter,
} from '../../../dialogs/input-list.ts';
import {type TextField, textField} from '../../../form/text-field.ts';
import {plural} from '../../../format/number.ts';
import {agentPreferences, isAgentId, readAgents, type SavedAgent, saveAgent} from '../../../saved/agent-preferences.ts';
import {sanitise} from '../../../text/sanitise.ts';
import {cellWidth, fit, truncate} from '../../../text/width.ts';
import type {Ui} from '../../../ui/context.ts';
import {type AgentChoice, type AgentOption, agentOptions, givenName, savedOf} from './agent-choice.ts';

interface PickerOptions {
  readonly title: string;
  readonly choice: AgentChoice;
  readonly first: string | undefined;
  readonly many: boolean;
}

export type Picked = {readonly kind: 'chosen'; readonly agents: readonly string[]} | Known;

type Known =
  | {readonly kind: 'saved'; readonly saved: readonly SavedAgent[]}
  | {readonly kind: 'agents'; readonly agents: readonly Agent[]};

interface PickerState extends InputListState {
  readonly choice: AgentChoice;
  readonly selected: number;
  readonly marked: ReadonlySet<string>;
  readonly hasMarked: boolean;
  readonly problem: string | undefined;
}

type PickerAction =
  | {readonly kind: 'typed'; readonly field: TextField}
  | SelectAction
  | {readonly kind: 'mark' | 'favourite' | 'rename' | 'apply' | 'close'}
  | Known
  | {readonly kind: 'read' | 'unread'}
  | {readonly kind: 'failed'; readonly text: string};

type PickerStep = Next<PickerState, PickerAction, Picked>;

const command = inGroup<PickerState, PickerAction>('Agents');

export const pickerCommands: readonly Command<PickerState, PickerAction>[] = [
  command({
    id: 'choose-agent',
    title: 'Show the selected agent, or all marked',
    keys: ['enter'],
    footer: 'show',
    action: {kind: 'apply'},
  }),
  command({
    id: 'mark-agent',
    title: 'Mark the agent, to show several',
    keys: ['tab'],
    footer: 'mark',
    action: {kind: 'mark'},
  }),
  command({
    id: 'favourite-agent',
    title: 'Add to the favourites, or remove',
    keys: ['ctrl-t'],
    footer: 'favourite',
    action: {kind: 'favourite'},
  }),
  command({
    id: 'rename-agent',
    title: 'Give the agent a name of your own',
    keys: ['ctrl-r'],
    footer: 'name',
    action: {kind: 'rename'},
  }),
  ...selectCommandsOf(command, {suffix: 'agent', line: 'agent', next: ['down', 'ctrl-n'], previous: ['up', 'ctrl-p']}),
  command({id: 'close-agents', title: 'Close', keys: ['esc'], footer: 'close', action: {kind: 'close'}}),
];

export const agentPicker = <A>(options: PickerOptions, picked: (result: Picked) => A): DialogIntent<A> =>
  dialogOf(pickerScreen(options), picked);

const pickerScreen = ({title, choice, first, many}: PickerOptions): Screen<PickerState, PickerAction, Picked> => {
  const at = agentOptions(choice).findIndex(({id}) => id === first);
  const marked = new Set(many && choice.shown.length > 1 ? choice.shown : []);
  return inputListScreen({
    title,
    initial: {choice, field: textField(''), selected: Math.max(0, at), marked, hasMarked: false, problem: undefined},
    enter: {kind: 'read'},
    update: updatePicker,
    commands: many ? pickerCommands : pickerCommands.filter(({id}) => id !== 'mark-agent'),
    textOf: (state, ui) => pickerText(state, ui, title),
  });
};

/** Adds the typed text itself if it can be the id of an unlisted agent. */
const offered = ({choice, field}: Pick<PickerState, 'choice' | 'field'>): readonly AgentOption[] => {
  const all = agentOptions(choice);
  const text = field.value.trim();
  if (text === '') return all;
  const found = all.filter(({id, name}) => `${id} ${name}`.toLowerCase().includes(text.toLowerCase()));
  const exact = found.filter(({id}) => id === text);
  const typed = exact.length === 0 && isAgentId(text) ? [{id: text, name: '', isFavourite: false}] : [];
  return [...exact, ...found.filter(({id}) => id !== text), ...typed];
};

/** Ignores the initial marks if the operator typed but changed no mark, so that Enter applies the selected agent. */
const appliedMarks = ({marked, hasMarked, field}: PickerState): ReadonlySet<string> =>
  hasMarked || field.value.trim() === '' ? marked : new Set();

const updatePicker = (state: PickerState, action: PickerAction): PickerStep => {
  const {choice, marked} = state;
  const agents = offered(state);
  const agent = agents[state.selected];
  switch (action.kind) {
    case 'typed':
      return [{...state, field: action.field, selected: 0, problem: undefined}];
    case 'select':
      return [{...state, selected: selectedAfter(state.selected, action, agents.length) ?? 0}];
    case 'mark': {
      if (agent === undefined) return [state];
      const changed = new Set(marked);
      if (!changed.delete(agent.id)) changed.add(agent.id);
      return [{...state, marked: changed, hasMarked: true, selected: Math.min(agents.length - 1, state.selected + 1)}];
    }
    case 'apply': {
      const applied = appliedMarks(state);
      const chosen = applied.size > 0 ? inOrder(choice, applied) : agent === undefined ? [] : [agent.id];
      if (chosen.length === 0) return [{...state, problem: 'enter the id of an agent'}];
      return [state, {kind: 'close'}, {kind: 'reply', out: {kind: 'chosen', agents: chosen}}];
    }
    case 'favourite':
      return agent === undefined
        ? [state]
        : [state, saving({...savedOf(choice, agent.id), isFavourite: !agent.isFavourite})];
    case 'rename':
      return agent === undefined ? [state] : [state, nameForm(choice, agent.id)];
    case 'saved':
      return [
        withChoice({...state, problem: undefined}, {...choice, saved: action.saved}),
        {kind: 'reply', out: action},
      ];
    case 'read':
      return [state, readList];
    case 'agents':
      return [withChoice(state, {...choice, agents: action.agents}), {kind: 'reply', out: action}];
    case 'unread':
      return [state];
    case 'failed':
      return [{...state, problem: action.text}];
    case 'close':
      return [state, {kind: 'close'}];
    default:
      return action satisfies never;
  }
};

const withChoice = (state: PickerState, choice: AgentChoice): PickerState => {
  const agent = offered(state)[state.selected];
  const at = offered({...state, choice}).findIndex(({id}) => id === agent?.id);
  return {...state, choice, selected: Math.max(0, at)};
};

/** Reads the list again, because it may have changed since the console started. */
const readList = effect<PickerAction>(
  'read-agents',
  async ({client}, signal) => ({kind: 'agents', agents: await client().applications.agents({signal})}),
  () => ({kind: 'unread'}),
);

const inOrder = (choice: AgentChoice, marked: ReadonlySet<string>): readonly string[] => {
  const known = agentOptions(choice).flatMap(({id}) => (marked.has(id) ? [id] : []));
  return [...new Set([...known, ...marked])];
};

const saving = (agent: SavedAgent) =>
  effect<PickerAction>(
    'save-agent',
    async context => {
      const preferences = agentPreferences(context);
      await saveAgent(preferences, agent);
      return {kind: 'saved', saved: await readAgents(preferences)};
    },
    ({message, hint}) => ({kind: 'failed', text: `${message} ${hint}`}),
  );

const MAX_NAME = 60;

const nameForm = (choice: AgentChoice, id: string): DialogIntent<PickerAction> => {
  const {name = '', ...agent} = savedOf(choice, id);
  const given = givenName(choice, id);
  return formDialog(
    {
      title: sanitise(`Your name for agent ${id}`),
      fields: [
        {
          kind: 'text',
          name: 'name',
          label: 'Name',
          check: value => (value.trim().length > MAX_NAME ? `at most ${MAX_NAME} characters` : undefined),
          note: () =>
            given === undefined ? 'empty: no name' : sanitise(`empty: only the name of the gateway, ${given}`),
        },
      ],
      given: {name},
      submitLabel: 'save',
      submit: async ({name: typed = ''}, context) => {
        const preferences = agentPreferences(context);
        const own = typed.trim();
        await saveAgent(preferences, {...agent, ...(own !== '' && {name: own})});
        return readAgents(preferences);
      },
    },
    (saved): PickerAction => ({kind: 'saved', saved}),
  );
};

const MAX_LINES = 18;
const MAX_ID_CELLS = 12;

const pickerText = (state: PickerState, ui: Ui, title: string) => {
  const {paint, glyphs} = ui;
  const agents = offered(state);
  const known = new Set(agentOptions(state.choice).map(({id}) => id));
  const marks = appliedMarks(state);
  const idCells = Math.min(MAX_ID_CELLS, Math.max(...[...known].map(id => cellWidth(sanitise(id)))));
  const box = {ui, selected: state.selected, most: MAX_LINES, above: 2, top: state.top};
  const list = listLines(agents, box, ({id, name, isFavourite}, {cells}) => {
    const mark = marks.has(id) ? glyphs.mark : ' ';
    const star = isFavourite ? glyphs.favourite : ' ';
    const about = known.has(id)
      ? `${fit(sanitise(id), idCells, {ellipsis: glyphs.ellipsis})}  ${sanitise(name)}`
      : `${sanitise(id)}  by this id`;
    return fit(`${mark} ${star} ${about}`, cells, {ellipsis: glyphs.ellipsis});
  });
  const note = truncate(noteOf(state), listCells(ui), {ellipsis: glyphs.ellipsis});
  return {
    title,
    head: [
      inputLine('/', state.field, ui),
      `  ${paint(state.problem === undefined ? 'muted' : 'status.error', note)}`,
      ...list.lines,
    ],
    list,
  };
};

const noteOf = (state: PickerState): string => {
  const {problem, choice} = state;
  const marked = appliedMarks(state).size;
  if (problem !== undefined) return sanitise(`! ${problem}`);
  if (marked > 0) return `${plural(marked, 'agent')} marked`;
  return choice.agents === undefined
    ? 'an agent id; this console offers no list of agents'
    : 'type a part of a name, or an id';
};
