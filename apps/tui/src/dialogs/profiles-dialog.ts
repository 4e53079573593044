import type {EdgeError} from '@edge-console/client';
import {inGroup} from '../commands/command.ts';
import type {Connection} from '../core/connection/connection.ts';
import {dialogOf} from '../core/mount.ts';
import {concurrently} from '../core/run-items.ts';
import {type DialogIntent, type EffectContext, effect, type Next, type Screen} from '../core/screen.ts';
import {textField} from '../form/text-field.ts';
import {plural} from '../format/number.ts';
import {duration} from '../format/time.ts';
import {sanitise} from '../text/sanitise.ts';
import {cellWidth, fit} from '../text/width.ts';
import type {Ui} from '../ui/context.ts';
import {
  type InputListAction,
  type InputListState,
  inputLine,
  inputListCommandsOf,
  inputListScreen,
  listCells,
  listLines,
  selectedAfter,
} from './input-list.ts';
import {type ProfileEdits, profileForm} from './profile-form.ts';

interface ProfileFacts {
  readonly label: string;
  readonly identity: string;
  readonly policy: string;
  readonly errors: string;
}

interface ProfilesState extends InputListState {
  readonly selected: number;
  readonly facts: ReadonlyMap<string, ProfileFacts>;
}

type ProfilesAction =
  | InputListAction
  | {readonly kind: 'enter' | 'all-read' | 'add' | 'edit'}
  | {readonly kind: 'saved'; readonly name: string}
  | {readonly kind: 'read'; readonly name: string; readonly facts: ProfileFacts};

const GROUP = 'Profiles';
const command = inGroup<ProfilesState, ProfilesAction>(GROUP);

export const profilesCommands = inputListCommandsOf<ProfilesState, ProfilesAction>({
  ...{group: GROUP, suffix: 'profile', line: 'profile'},
  apply: {id: 'use-profile', title: 'Use the selected profile', footer: 'use'},
  complete: {id: 'complete-profile', title: 'Complete the name', footerOf: () => undefined},
  close: {id: 'close-profiles', keys: ['esc']},
  others: [
    command({id: 'add-profile', title: 'Add a profile', keys: ['ctrl-o'], footer: 'add', action: {kind: 'add'}}),
    command({
      ...{id: 'edit-profile', title: 'Edit the selected profile', keys: ['ctrl-r'], footer: 'edit'},
      action: {kind: 'edit'},
    }),
  ],
});

interface ProfilesOptions {
  /** A function, because the names change when the operator adds a profile. */
  names(): readonly string[];
  readonly current: string | undefined;
  readonly edits?: ProfileEdits | undefined;
}

export const profilesDialog = (options: ProfilesOptions): DialogIntent<string> =>
  dialogOf(profilesScreen(options), name => name);

const TITLE = 'Use another profile';

const profilesScreen = (options: ProfilesOptions): Screen<ProfilesState, ProfilesAction, string> => {
  const {names, current, edits} = options;
  return inputListScreen({
    title: TITLE,
    initial: {field: textField(''), selected: Math.max(0, names().indexOf(current ?? '')), facts: new Map()},
    enter: {kind: 'enter'},
    update: (state, action): Next<ProfilesState, ProfilesAction, string> => {
      const shown = matching(names(), state);
      const savedAction = (saved: string): ProfilesAction => ({kind: 'saved', name: saved});
      const name = shown[state.selected];
      switch (action.kind) {
        case 'enter':
          return [state, readAll(names())];
        case 'add':
          return edits === undefined ? [state] : [state, profileForm(edits, undefined, savedAction)];
        case 'edit':
          return edits === undefined || name === undefined ? [state] : [state, profileForm(edits, name, savedAction)];
        case 'saved': {
          const selected = Math.max(0, names().indexOf(action.name));
          return [{...state, field: textField(''), selected}, readAll(names())];
        }
        case 'read':
          return [{...state, facts: new Map(state.facts).set(action.name, action.facts)}];
        case 'all-read':
          return [state];
        case 'typed':
          return [{...state, field: action.field, selected: 0}];
        case 'select':
          return [{...state, selected: selectedAfter(state.selected, action, shown.length) ?? 0}];
        case 'complete':
          return [name === undefined ? state : {...state, field: textField(name), selected: 0}];
        case 'apply':
          return name === undefined ? [state] : [state, {kind: 'close'}, {kind: 'reply', out: name}];
        case 'close':
          return [state, {kind: 'close'}];
        default:
          return action satisfies never;
      }
    },
    commands: profilesCommands,
    textOf: (state, ui) => profilesText(state, ui, options),
  });
};

const matching = (names: readonly string[], {field}: ProfilesState): readonly string[] => {
  const typed = field.value.trim().toLowerCase();
  return names.filter(name => name.toLowerCase().includes(typed));
};

const READ_MS = 5_000;

const readAll = (names: readonly string[]) =>
  effect<ProfilesAction>(
    'profiles',
    async (context, signal, report) => {
      await concurrently(names, async name => {
        if (!signal.aborted) report({kind: 'read', name, facts: await readFacts(name, context, signal)});
      });
      return {kind: 'all-read'};
    },
    () => ({kind: 'all-read'}),
  );

const HOUR = 3_600;
const ERROR = 4;

const readFacts = async (name: string, {openProfile, now}: EffectContext, signal: AbortSignal) => {
  let connection: Connection;
  try {
    connection = await openProfile(name);
  } catch (error) {
    const errors = sanitise(error instanceof Error ? error.message : String(error));
    return {label: '', identity: '', policy: '', errors};
  }
  const {client, writes, tag} = connection;
  const {policy} = writes;
  const query = {level: ERROR, start_time: Math.floor(now() / 1000) - HOUR};
  const limit = AbortSignal.any([signal, AbortSignal.timeout(READ_MS)]);
  const errors = await client.errorLogs.count(query, {signal: limit, retries: 0}).then(
    count => (count === undefined ? 'reachable' : `${plural(count, 'error')} in 1h`),
    (error: unknown) => reasonOf(Object(error) as Partial<EdgeError>),
  );
  client.close();
  return {
    label: tag === undefined ? '' : `[${tag.label}]`,
    identity: identityText(connection, now()),
    policy: policy === 'write' ? '' : policy,
    errors,
  };
};

const REASONS: Readonly<Record<string, string>> = {
  unauthenticated: 'reachable',
  forbidden: 'reachable',
  network: 'not reachable',
  timeout: 'no response in time',
  tls: 'certificate not trusted',
};

const reasonOf = ({code, status}: Partial<EdgeError>): string =>
  REASONS[code ?? ''] ?? (status === undefined ? 'failed' : `HTTP ${status}`);

const identityText = ({identity}: Connection, now: number): string => {
  if (identity.kind === 'anonymous') return 'not signed in';
  if (identity.kind === 'api-token') return 'API token';
  const left = identity.endsAt - now;
  return left > 0 ? `${sanitise(identity.username)} for ${duration(left - (left % 60_000))}` : 'session over';
};

const NO_PROFILES = 'No profiles yet; {dialog.add-profile} adds one.';
const MAX_LINES = 18;
const MAX_NAME = 24;

const profilesText = (state: ProfilesState, ui: Ui, {names: namesOf, current}: ProfilesOptions) => {
  const names = namesOf();
  const {ellipsis, dot} = ui.glyphs;
  const box = {ui, selected: state.selected, most: Math.min(MAX_LINES, names.length), above: 1, top: state.top};
  const nameCells = Math.min(MAX_NAME, Math.max(...names.map(name => cellWidth(sanitise(name)))));
  const list = listLines(matching(names, state), box, (name, {cells}) => {
    const facts = state.facts.get(name);
    const known =
      facts === undefined
        ? [dot]
        : [facts.label, facts.errors, facts.policy, facts.identity].filter(text => text !== '');
    const mark = name === current ? '*' : ' ';
    const text = [`${mark} ${fit(sanitise(name), nameCells, {ellipsis})}`, ...known].join('  ');
    return fit(text, cells, {ellipsis});
  });
  const head = [inputLine('>', state.field, ui), ''];
  if (names.length > 0) return {title: TITLE, head: [...head, ...list.lines], list};
  return {title: TITLE, head: [...head, ui.paint('muted', fit(ui.say(NO_PROFILES), listCells(ui), {ellipsis}))]};
};
