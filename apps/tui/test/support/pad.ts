import type {Client} from '@edge-console/client';
import type {App, AppPorts} from '../../src/app/app.ts';
import {createApp} from '../../src/app/create-app.ts';
import type {Command} from '../../src/commands/command.ts';
import type {KeyOverrides} from '../../src/commands/overrides.ts';
import type {Connection} from '../../src/core/connection/connection.ts';
import {createWrites} from '../../src/core/connection/writes.ts';
import {mount} from '../../src/core/mount.ts';
import {effect, type Host, type Mounted, type Next, type Screen, type Size} from '../../src/core/screen.ts';
import {parseWatch} from '../../src/explore/watch-request.ts';
import {type TextField, textField} from '../../src/form/text-field.ts';

interface PadState {
  readonly log: readonly string[];
  readonly field: TextField | undefined;
}

export type PadAction =
  | {readonly kind: 'note'; readonly text: string}
  | {readonly kind: 'field'; readonly field: TextField | undefined}
  | {readonly kind: 'ask'}
  | {readonly kind: 'wait'; readonly until: Promise<string>}
  | {readonly kind: 'connect'; readonly connection: Connection | undefined};

const note = (text: string): PadAction => ({kind: 'note', text});

export const askDialog = (host: Host, reply: (action: PadAction) => void): Mounted => {
  type Action = 'enter' | 'yes' | 'close';
  const screen: Screen<null, Action, string> = {
    title: 'Ask',
    initial: null,
    enter: 'enter',
    update: (_state, action): Next<null, Action, string> => {
      if (action === 'enter') return [null];
      return action === 'close' ? [null, {kind: 'close'}] : [null, {kind: 'close'}, {kind: 'reply', out: 'yes'}];
    },
    commands: [
      {id: 'yes', title: 'Yes', keys: ['enter'], group: 'Ask', action: 'yes'},
      {id: 'close', title: 'Close', keys: ['esc'], group: 'Ask', action: 'close'},
    ],
    View: () => null,
  };
  return mount(screen, host, answer => reply(note(`answer ${answer}`)));
};

const update = (state: PadState, action: PadAction): Next<PadState, PadAction> => {
  switch (action.kind) {
    case 'note':
      return [{...state, log: [...state.log, action.text]}];
    case 'field':
      return [{...state, field: action.field}];
    case 'ask':
      return [state, {kind: 'dialog', open: askDialog}];
    case 'wait':
      return [
        state,
        effect<PadAction>(
          'wait',
          async () => note(await action.until),
          failure => note(failure.message),
        ),
      ];
    case 'connect':
      return [state, {kind: 'connect', connection: action.connection}];
    default:
      return action satisfies never;
  }
};

const command = (id: string, key: string, action: PadAction): Command<PadState, PadAction> => ({
  id,
  title: id,
  keys: [key],
  group: 'Pad',
  action,
});

/** A pad is a screen that records its actions. */
export const pad = (id: string, given: readonly PadAction[] = []) => {
  let shown: PadState = {log: [], field: undefined};
  const screen: Screen<PadState, PadAction> = {
    title: id.toUpperCase(),
    initial: {log: [], field: undefined},
    enter: note('enter'),
    leave: note('leave'),
    resized: note('resized'),
    update: (state, action) => {
      const next = update(state, action);
      shown = next[0];
      return next;
    },
    commands: [
      command('type', 'i', {kind: 'field', field: textField('')}),
      command('done', 'esc', {kind: 'field', field: undefined}),
      command('ask', 'a', {kind: 'ask'}),
      command('mark', 'x', note('x')),
      {...command('never', 'n', note('n')), disabledReason: () => 'not today'},
      ...given.map((action, at) => command(`given-${at}`, String(at + 5), action)),
    ],
    textTarget: state => state.field && {field: state.field, changed: field => ({kind: 'field', field})},
    pointed: (_state, {kind, row, column, from}) => ({
      action: note(`${kind} ${row},${column} from ${from.row},${from.column}`),
    }),
    open: ({text}) => (text === undefined ? 'Say which.' : note(`open ${text}`)),
    View: () => null,
  };
  return {
    id,
    title: screen.title,
    commands: screen.commands,
    mount: (host: Host) => mount(screen, host),
    log: () => shown.log,
    typed: () => shown.field?.value,
  };
};

export const connectionTo = (url: string): Connection & {closed: number} => {
  const connection = {
    profile: url,
    url,
    consoleUrl: url,
    tls: 'none' as const,
    identity: {kind: 'anonymous' as const},
    closed: 0,
    writes: createWrites({name: url, policy: 'write', now: () => 0}),
    trust: unused,
    resume: unused,
    withToken: unused,
    client: {close: () => void connection.closed++} as unknown as Client,
  };
  return connection;
};

const unused = (): never => {
  throw new Error('not part of this test');
};

export const padOptions = {
  parseWatch,
  open: unused,
  paneOf: (size: Size) => size,
  names: {keysOf: () => [], say: (text: string) => text},
  keys: {},
  exchanges: [],
  connection: undefined,
  now: () => 0,
  size: {columns: 80, rows: 24},
};

export const unusedPorts: AppPorts = {
  alarm: unused,
  copy: unused,
  quit: unused,
  lock: unused,
  suspend: unused,
  repaint: unused,
};

interface Setup {
  readonly keys?: KeyOverrides;
  readonly given?: readonly PadAction[];
  readonly connection?: Connection;
  readonly copyProblem?: string;
}

export const setup = ({keys = {}, given = [], connection, copyProblem}: Setup = {}) => {
  const screens = [pad('one', given), pad('two'), pad('three')] as const;
  const done: string[] = [];
  const clock = {now: 1_000};
  const ports: AppPorts = {
    ...unusedPorts,
    copy: text => {
      done.push(`copy ${text}`);
      return copyProblem;
    },
    quit: () => void done.push('quit'),
    suspend: () => void done.push('suspend'),
    repaint: () => void done.push('repaint'),
  };
  const app = createApp({...padOptions, screens, first: 'one', now: () => clock.now, connection, keys}, ports);
  app.start();
  return {app, one: screens[0], two: screens[1], three: screens[2], done, clock};
};

export const press = (app: App, keys: string): void => {
  for (const key of keys.split(' ')) app.press(key);
};
