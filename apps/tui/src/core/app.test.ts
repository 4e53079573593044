import type {Client} from '@edge-console/client';
import {Secret} from '@edge-console/schema';
import {describe, expect, test} from 'vitest';
import type {TextField} from '../form/text-field.ts';
import {textField} from '../form/text-field.ts';
import type {KeyOverrides} from '../keys/dispatch.ts';
import {type App, createApp} from './app.ts';
import type {Connection} from './connection.ts';
import {mount} from './mount.ts';
import {effect, type Host, type LiveBinding, type Mounted, type Next, type Screen, type Size} from './screen.ts';

interface PadState {
  readonly log: readonly string[];
  readonly field: TextField | undefined;
}

type PadAction =
  | {readonly kind: 'note'; readonly text: string}
  | {readonly kind: 'field'; readonly field: TextField | undefined}
  | {readonly kind: 'ask'}
  | {readonly kind: 'wait'; readonly until: Promise<string>}
  | {readonly kind: 'connect'; readonly connection: Connection | undefined};

const note = (text: string): PadAction => ({kind: 'note', text});

/** A dialog that answers what was pressed in it. */
const askDialog = (host: Host, reply: (action: PadAction) => void): Mounted => {
  type Action = 'enter' | 'yes' | 'close';
  const screen: Screen<null, Action, string> = {
    title: 'Ask',
    initial: null,
    enter: 'enter',
    update: (_state, action): Next<null, Action, string> => {
      if (action === 'enter') return [null];
      return action === 'close' ? [null, {kind: 'close'}] : [null, {kind: 'close'}, {kind: 'reply', out: 'yes'}];
    },
    keys: [
      {id: 'yes', keys: ['enter'], label: 'yes', action: 'yes'},
      {id: 'close', keys: ['esc'], label: 'close', action: 'close'},
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

/** A screen that writes down what reaches it. */
const pad = (id: string, given: readonly PadAction[] = []) => {
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
    keys: [
      {id: 'type', keys: ['i'], label: 'type', action: {kind: 'field', field: textField('')}},
      {id: 'done', keys: ['esc'], label: 'done', action: {kind: 'field', field: undefined}},
      {id: 'ask', keys: ['a'], label: 'ask', action: {kind: 'ask'}},
      {id: 'mark', keys: ['x'], label: 'mark', action: note('x')},
      {id: 'never', keys: ['n'], label: 'never', action: note('n'), disabledReason: () => 'not today'},
      ...given.map((action, at) => ({id: `given-${at}`, keys: [String(at + 5)], label: 'given', action})),
    ],
    textTarget: state => state.field && {field: state.field, changed: field => ({kind: 'field', field})},
    open: ({text}) => (text === undefined ? 'Say which.' : note(`open ${text}`)),
    View: () => null,
  };
  return {id, mount: (host: Host) => mount(screen, host), log: () => shown.log, typed: () => shown.field?.value};
};

const globalKeys = (app: App): readonly LiveBinding[] =>
  [
    {id: 'next', keys: [']'], press: () => app.step(1)},
    {id: 'quit', keys: ['q', 'ctrl-c'], press: () => app.quit()},
  ].map(key => ({...key, label: key.id, footer: true, dangerous: false, disabledReason: undefined}));

const connectionTo = (url: string): Connection & {closed: number} => {
  const connection = {
    profile: url,
    url,
    consoleUrl: url,
    tls: 'none' as const,
    identity: {kind: 'anonymous' as const},
    closed: 0,
    client: {close: () => void connection.closed++} as unknown as Client,
  };
  return connection;
};

const unused = (): never => {
  throw new Error('not part of this test');
};

const ports = {
  open: unused,
  paneOf: (size: Size) => size,
  signInAgain: unused,
  copy: unused,
  quit: unused,
  suspend: unused,
  repaint: unused,
};

interface Setup {
  readonly keys?: KeyOverrides;
  readonly given?: readonly PadAction[];
  readonly connection?: Connection;
  readonly copyProblem?: string;
}

const setup = ({keys = {}, given = [], connection, copyProblem}: Setup = {}) => {
  const screens = [pad('one', given), pad('two'), pad('three')] as const;
  const done: string[] = [];
  const clock = {now: 1_000};
  const app = createApp({
    ...ports,
    screens,
    first: 'one',
    now: () => clock.now,
    size: {columns: 80, rows: 24},
    connection,
    keys,
    global: globalKeys,
    copy: text => {
      done.push(`copy ${text}`);
      return copyProblem;
    },
    quit: () => void done.push('quit'),
    suspend: () => void done.push('suspend'),
    repaint: () => void done.push('repaint'),
  });
  app.start();
  return {app, one: screens[0], two: screens[1], three: screens[2], done, clock};
};

const press = (app: App, keys: string): void => {
  for (const key of keys.split(' ')) app.press(key);
};

describe('screens', () => {
  test('are told when they come and go, and step round', () => {
    const {app, one, two, three} = setup();
    app.goto('two');
    app.goto('two');
    app.step(1);
    app.step(1);
    expect(app.view().active).toBe('one');
    app.step(-1);
    expect(app.view().active).toBe('three');
    expect(one.log()).toEqual(['enter', 'leave', 'enter', 'leave']);
    expect(two.log()).toEqual(['enter', 'leave']);
    expect(three.log()).toEqual(['enter', 'leave', 'enter']);
  });

  test('open at a place, or say why not', () => {
    const {app, two} = setup();
    app.goto('two', {text: 'there'});
    expect(two.log()).toEqual(['enter', 'open there']);
    app.goto('two', {});
    expect(app.view().flash).toMatchObject({tone: 'error', text: 'Say which.'});
  });

  test('hear of another size while they are in front', () => {
    const {app, one, two} = setup();
    app.resize({columns: 40, rows: 12});
    expect(one.log()).toEqual(['enter', 'resized']);
    expect(two.log()).toEqual([]);
    expect(app.view().size).toEqual({columns: 40, rows: 12});
  });
});

describe('keys', () => {
  test('go to a text input first, then to the screen, then to the global keys', () => {
    const {app, one, done} = setup();
    press(app, 'x i x q esc x q');
    expect(one.log()).toEqual(['enter', 'x', 'x']);
    expect(done).toEqual(['quit']);
    press(app, 'i');
    app.paste('a\nb');
    expect(one.typed()).toBe('ab');
    press(app, 'ctrl-c');
    expect(done).toEqual(['quit', 'quit']);
  });

  test('a paste where nothing is typed is dropped, not pressed', () => {
    const {app, one} = setup();
    app.paste('xxx');
    expect(one.log()).toEqual(['enter']);
  });

  test('a disabled key says why', () => {
    const {app, one} = setup();
    press(app, 'n');
    expect(one.log()).toEqual(['enter']);
    expect(app.view().flash).toMatchObject({tone: 'warn', text: 'never: not today'});
  });

  test('can be rebound and switched off, for one screen or everywhere', () => {
    const {app, one, two, done} = setup({keys: {'one.mark': ['m'], 'global.quit': ['ctrl-q'], 'two.mark': []}});
    press(app, 'x m q ctrl-c');
    expect(one.log()).toEqual(['enter', 'x']);
    expect(done).toEqual([]);
    press(app, 'ctrl-q ] x m');
    expect(done).toEqual(['quit']);
    expect(two.log()).toEqual(['enter']);
    expect(app.bindings().front.find(({id}) => id === 'mark')?.keys).toEqual([]);
  });
});

describe('a dialog', () => {
  test('takes the keys, answers whoever opened it, and is gone', () => {
    const {app, one} = setup();
    press(app, 'a x ] q');
    expect(app.view()).toMatchObject({active: 'one', dialog: {title: 'Ask'}});
    expect(one.log()).toEqual(['enter']);
    press(app, 'enter x');
    expect(app.view().dialog).toBeUndefined();
    expect(one.log()).toEqual(['enter', 'answer yes', 'x']);
  });

  test('leaves the control chords of the global keys to the program', () => {
    const {app, done} = setup();
    press(app, 'a q ctrl-c');
    expect(done).toEqual(['quit']);
    expect(app.bindings().global.flatMap(({keys}) => keys)).toEqual(['ctrl-c']);
  });

  test('has keys of its own in the config', () => {
    const {app} = setup({keys: {'dialog.close': ['c'], 'one.close': ['z']}});
    press(app, 'a esc z');
    expect(app.view().dialog).toBeDefined();
    press(app, 'c');
    expect(app.view().dialog).toBeUndefined();
  });

  test('stacks', () => {
    const {app} = setup();
    press(app, 'a');
    app.push(host => askDialog(host, () => undefined));
    press(app, 'esc');
    expect(app.view().dialog).toBeDefined();
    press(app, 'esc');
    expect(app.view().dialog).toBeUndefined();
  });
});

describe('a change of connection', () => {
  test('starts the other screens anew, keeps the one that asked, and closes the old client', () => {
    const [before, after] = [connectionTo('https://old'), connectionTo('https://new')];
    const {app, one, two} = setup({connection: before, given: [{kind: 'connect', connection: after}]});
    app.goto('two');
    press(app, 'x');
    app.goto('one');
    press(app, 'x 5');
    expect(one.log()).toEqual(['enter', 'leave', 'enter', 'x']);
    expect(app.view().connection).toBe(after);
    expect([before.closed, after.closed]).toEqual([1, 0]);
    app.goto('two');
    expect(two.log()).toEqual(['enter']);
  });

  test('keeps a client that goes on being used', () => {
    const before = connectionTo('https://old');
    const {app} = setup({connection: before, given: [{kind: 'connect', connection: {...before, profile: 'renamed'}}]});
    press(app, '5');
    expect(before.closed).toBe(0);
  });

  test('that arrives while another screen is in front starts that one anew too, and closes what was open over it', async () => {
    const {promise, resolve} = Promise.withResolvers<string>();
    const after = connectionTo('https://new');
    const two = pad('two');
    const late: Screen<null, 'enter' | 'arrived'> = {
      title: 'Late',
      initial: null,
      enter: 'enter',
      update: (_state, action) =>
        action === 'arrived'
          ? [null, {kind: 'connect', connection: after}]
          : [
              null,
              effect<'enter' | 'arrived'>(
                'sign-in',
                () => promise.then(() => 'arrived'),
                () => 'arrived',
              ),
            ],
      keys: [],
      View: () => null,
    };
    const app = createApp({
      ...ports,
      screens: [{id: 'late', mount: (host: Host) => mount(late, host)}, two],
      first: 'late',
      now: () => 0,
      size: {columns: 80, rows: 24},
      global: globalKeys,
    });
    app.start();
    app.goto('two');
    press(app, 'x a');
    expect(app.view().dialog).toBeDefined();
    resolve('');
    await expect.poll(() => app.view().connection).toBe(after);
    expect(app.view().dialog).toBeUndefined();
    expect(two.log()).toEqual(['enter']);
  });
});

describe('effects', () => {
  test('of a screen that was started anew are not heard of any more', async () => {
    const {promise, resolve} = Promise.withResolvers<string>();
    const {app, one} = setup({given: [{kind: 'wait', until: promise}]});
    press(app, '5');
    expect(app.view().screen.busy()).toBe(true);
    app.view().screen.reset();
    expect(app.view().screen.busy()).toBe(false);
    resolve('late');
    await new Promise(settled => setImmediate(settled));
    expect(one.log()).toEqual(['enter']);
  });
});

describe('flashes and copies', () => {
  test('a flash is gone after its time', () => {
    const {app, clock} = setup();
    app.flash('ok', 'done');
    expect(app.view().flash?.text).toBe('done');
    clock.now += 60_000;
    app.resize({columns: 80, rows: 24});
    expect(app.view().flash).toBeUndefined();
  });

  const copies: (readonly [string, string | Secret])[] = [
    ['a text', 'text'],
    ['a secret', new Secret('5ecret-value')],
  ];
  test.each(copies)('%s is copied and not shown', (what, text) => {
    const {app, done} = setup();
    app.push(host => {
      const screen: Screen<null, 'enter'> = {
        title: 'Copy',
        initial: null,
        enter: 'enter',
        update: () => [null, {kind: 'copy', text, what}],
        keys: [],
        View: () => null,
      };
      return mount(screen, host);
    });
    expect(done).toEqual([`copy ${typeof text === 'string' ? text : text.reveal()}`]);
    expect(app.view().flash).toMatchObject({tone: 'ok', text: `Copied ${what}.`});
  });
});

test('whoever watches hears of every change, until told to stop', () => {
  const {app} = setup();
  let heard = 0;
  const stop = app.subscribe(() => heard++);
  const before = app.view();
  expect(app.view()).toBe(before);
  press(app, 'x');
  expect(heard).toBeGreaterThan(0);
  expect(app.view()).not.toBe(before);
  const last = heard;
  stop();
  press(app, 'x');
  expect(heard).toBe(last);
});
