import {Secret} from '@edge-console/schema';
import {describe, expect, test} from 'vitest';
import {askDialog, connectionTo, pad, padOptions, press, setup, unusedPorts} from '../../test/support/pad.ts';
import {mount} from '../core/mount.ts';
import {effect, type Host, type Screen, timer} from '../core/screen.ts';
import {createApp} from './create-app.ts';

describe('a screen', () => {
  test('goto and step leave the old screen and enter the new screen, and step wraps around at both ends', () => {
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

  test('goto opens a screen with parameters, or shows why the screen cannot open them', () => {
    const {app, two} = setup();
    app.goto('two', {text: 'there'});
    expect(two.log()).toEqual(['enter', 'open there']);
    app.goto('two', {});
    expect(app.view().flash).toMatchObject({tone: 'error', text: 'Say which.'});
  });

  test('an unknown screen is refused with a message', () => {
    const {app} = setup();
    app.goto('four', {text: 'there'});
    expect(app.view()).toMatchObject({active: 'one', flash: {tone: 'error', text: 'There is no tab four.'}});
  });

  test('only the active screen is resized', () => {
    const {app, one, two} = setup();
    app.resize({columns: 40, rows: 12});
    expect(one.log()).toEqual(['enter', 'resized']);
    expect(two.log()).toEqual([]);
    expect(app.view().size).toEqual({columns: 40, rows: 12});
  });
});

describe('keys', () => {
  test('a key goes to the focused text input, else to the screen, else to the global commands', () => {
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

  test('Alt with a key is handled as Esc and that key, but only as Esc in a text input', () => {
    const {app, one, done} = setup();
    press(app, 'alt-x');
    expect(one.log().at(-1)).toBe('x');
    press(app, 'i alt-q');
    expect(done).toEqual([]);
    press(app, 'q');
    expect(done).toEqual(['quit']);
  });

  test('commands are listed without the keys that the focused text input uses', () => {
    const {app} = setup();
    const offered = () => {
      const {front, global} = app.commands();
      return [...front, ...global].flatMap(({keys}) => keys);
    };
    expect(offered()).toEqual(expect.arrayContaining(['x', 'q', 'esc']));
    press(app, 'i');
    expect(offered()).toEqual(['esc', 'f1', 'ctrl-p', 'ctrl-g', 'f2', 'ctrl-l', 'ctrl-z', 'ctrl-c']);
  });

  test('a paste without a text input is dropped', () => {
    const {app, one} = setup();
    app.paste('xxx');
    expect(one.log()).toEqual(['enter']);
  });

  test('the key of a disabled command shows why the command is disabled', () => {
    const {app, one} = setup();
    press(app, 'n');
    expect(one.log()).toEqual(['enter']);
    expect(app.view().flash).toMatchObject({tone: 'warn', text: 'never:', hint: 'not today'});
  });

  test('keys can be rebound and removed, per screen and globally', () => {
    const {app, one, two, done} = setup({keys: {'one.mark': ['m'], 'global.quit': ['ctrl-q'], 'two.mark': []}});
    press(app, 'x m q ctrl-c');
    expect(one.log()).toEqual(['enter', 'x']);
    expect(done).toEqual([]);
    press(app, 'ctrl-q ] x m');
    expect(done).toEqual(['quit']);
    expect(two.log()).toEqual(['enter']);
    expect(app.commands().front.find(({id}) => id === 'mark')?.keys).toEqual([]);
  });
});

describe('a dialog', () => {
  test('a dialog receives all keys, sends its answer to the screen that opened it, and closes', () => {
    const {app, one} = setup();
    press(app, 'a x ] q');
    expect(app.view()).toMatchObject({active: 'one', dialog: {title: 'Ask'}});
    expect(one.log()).toEqual(['enter']);
    press(app, 'enter x');
    expect(app.view().dialog).toBeUndefined();
    expect(one.log()).toEqual(['enter', 'answer yes', 'x']);
  });

  test('global commands with Ctrl or function keys work while a dialog is open', () => {
    const {app, done} = setup();
    press(app, 'a q ctrl-c');
    expect(done).toEqual(['quit']);
    expect(app.commands().global.flatMap(({keys}) => keys)).toEqual([
      'f1',
      'ctrl-p',
      'ctrl-g',
      'f2',
      'ctrl-l',
      'ctrl-z',
      'ctrl-c',
    ]);
  });

  test('dialog keys are rebound by config names that begin with dialog', () => {
    const {app} = setup({keys: {'dialog.close': ['c'], 'one.close': ['z']}});
    press(app, 'a esc z');
    expect(app.view().dialog).toBeDefined();
    press(app, 'c');
    expect(app.view().dialog).toBeUndefined();
  });

  test('a second dialog opens over the first, and each Esc closes one', () => {
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
  test('a new connection resets all inactive screens, and closes the old client', () => {
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

  test('a new connection that uses the same client does not close it', () => {
    const before = connectionTo('https://old');
    const {app} = setup({connection: before, given: [{kind: 'connect', connection: {...before, profile: 'renamed'}}]});
    press(app, '5');
    expect(before.closed).toBe(0);
  });

  test('a new connection waits until the dialogs of another screen are closed, and then resets that screen', async () => {
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
      commands: [],
      View: () => null,
    };
    const first = {id: 'late', title: 'Late', commands: [], mount: (host: Host) => mount(late, host)};
    const app = createApp({...padOptions, screens: [first, two], first: 'late'}, unusedPorts);
    app.start();
    app.goto('two');
    press(app, 'x a');
    expect(app.view().dialog).toBeDefined();
    resolve('');
    await new Promise(settled => setImmediate(settled));
    expect(app.view().dialog).toMatchObject({title: 'Ask'});
    expect(app.view().connection).toBeUndefined();
    press(app, 'enter');
    expect(two.log()).toEqual(['enter', 'x', 'answer yes']);
    await expect.poll(() => app.view().connection).toBe(after);
    expect(two.log()).toEqual(['enter']);
  });
});

describe('before the screens of all tabs are added', () => {
  const start = () => {
    const [one, two] = [pad('one'), pad('two')];
    const done: string[] = [];
    const ports = {...unusedPorts, quit: () => void done.push('quit'), suspend: () => void done.push('suspend')};
    const app = createApp({...padOptions, screens: [one], tabs: [one, two], first: 'one'}, ports);
    app.start();
    return {app, one, two, done, add: () => app.add({...padOptions, screens: [one, two]})};
  };

  test('keys and pasted text wait', () => {
    const {app, one, two, add} = start();
    press(app, '2 x');
    expect([app.view().active, app.view().tabs.length, one.log()]).toEqual(['one', 2, ['enter']]);
    add();
    expect([app.view().active, two.log()]).toEqual(['two', ['enter', 'x']]);
    press(app, '1');
    expect(one.log()).toEqual(['enter', 'leave', 'enter']);
  });

  test('mouse events wait behind earlier keys, and a click on a tab without a screen waits', () => {
    const {app, one, two, add} = start();
    press(app, 'x');
    app.point({kind: 'press', row: 1, column: 2, from: {row: 1, column: 2}});
    app
      .commands()
      .global.find(({id}) => id === 'tab-two')
      ?.run();
    expect([app.view().active, app.view().flash, one.log()]).toEqual(['one', undefined, ['enter']]);
    add();
    expect(one.log()).toEqual(['enter', 'x', 'press 1,2 from 1,2', 'leave']);
    expect([app.view().active, two.log()]).toEqual(['two', ['enter']]);
  });

  test('the default profile of a new config waits, so that it opens its first tab', async () => {
    const [one, two] = [pad('one'), pad('two')];
    const signedIn = {...connectionTo('https://edge'), identity: {kind: 'api-token', fingerprint: 'e2e0'} as const};
    const profiles = {names: ['edge'], open: async () => signedIn};
    const start = () => ({tab: 'two', tabs: {}});
    const options = {...padOptions, screens: [one], tabs: [one, two], first: 'one', profiles, start};
    const app = createApp(options, unusedPorts);
    app.start();
    app.connectFirst('edge');
    await new Promise(settled => setImmediate(settled));
    app.add({...padOptions, screens: [one, two]});
    await expect.poll(() => app.view().connection).toBe(signedIn);
    expect(app.view().active).toBe('two');
  });

  test('Ctrl-C quits and Ctrl-Z suspends at once', () => {
    const {app, done} = start();
    press(app, 'x ctrl-z ctrl-c');
    expect(done).toEqual(['suspend', 'quit']);
  });
});

test('trusting a certificate leaves an open dialog in place, and the old client closes after the dialog', async () => {
  const after = connectionTo('https://edge');
  const before = {...connectionTo('https://edge'), trust: () => after};
  let closed = 0;
  before.client = {close: () => void closed++} as unknown as typeof before.client;
  const certificate = {subject: 's', issuer: 'i', validFrom: new Date(0), validTo: new Date(0), fingerprint256: 'ab'};
  const untrusted = Object.assign(new Error('not trusted'), {
    name: 'EdgeError',
    code: 'tls',
    base: 'admin',
    certificate,
  });
  const screen: Screen<null, 'enter' | 'ask' | 'failed'> = {
    title: 'Calls',
    initial: null,
    enter: 'enter',
    update: (_state, action) => {
      const call = effect<'failed'>(
        'call',
        async ({client}) => {
          client();
          throw untrusted;
        },
        () => 'failed',
      );
      return action === 'ask' ? [null, call] : [null];
    },
    commands: [{id: 'ask', title: 'Call', keys: ['c'], group: 'Pad', action: 'ask'}],
    View: () => null,
  };
  const calls = {id: 'calls', title: 'Calls', commands: [], mount: (host: Host) => mount(screen, host)};
  const app = createApp({...padOptions, connection: before, screens: [calls], first: 'calls'}, unusedPorts);
  app.start();
  press(app, 'c');
  app.push(host => askDialog(host, () => undefined));
  const open = app.view().dialog;
  await expect.poll(() => app.view().dialog?.title).toBe('Unknown certificate');
  press(app, 'tab enter');
  await expect.poll(() => app.view().dialog).toBe(open);
  expect([app.view().connection, closed]).toEqual([after, 0]);
  press(app, 'enter');
  await expect.poll(() => closed).toBe(1);
  expect([app.view().dialog, after.closed]).toEqual([undefined, 0]);
});

describe('effects', () => {
  test('the result of an effect is dropped if its screen was reset meanwhile', async () => {
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
  test('a flash message disappears within a minute', () => {
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
  const copying = (text: string | Secret, what: string) => (host: Host) => {
    const screen: Screen<null, 'enter'> = {
      title: 'Copy',
      initial: null,
      enter: 'enter',
      update: () => [null, {kind: 'copy', text, what}],
      commands: [],
      View: () => null,
    };
    return mount(screen, host);
  };

  test.each(copies)(
    'the copy effect writes %s to the clipboard, and shows a confirmation without the value',
    (what, text) => {
      const {app, done} = setup();
      app.push(copying(text, what));
      expect(done).toEqual([`copy ${typeof text === 'string' ? text : text.reveal()}`]);
      expect(app.view().flash).toMatchObject({tone: 'ok', text: `Copied ${what}.`});
    },
  );

  test('a copy that fails shows the reason', () => {
    const {app} = setup({copyProblem: 'Too large for the clipboard.'});
    app.push(copying('text', 'a text'));
    expect(app.view().flash).toMatchObject({tone: 'warn', text: 'Too large for the clipboard.'});
  });
});

describe('a watch', () => {
  const watching = (connection = connectionTo('https://edge')) => {
    const app = createApp({...padOptions, screens: [pad('one')], first: 'one', connection}, unusedPorts);
    const watch = (text: string) => {
      app
        .commands()
        .global.find(({id}) => id === 'watch')
        ?.run({watch: text});
      return [app.view().watch?.text, app.view().flash?.text];
    };
    return {app, watch};
  };

  test('the watch command shows a message with the watch that was replaced or stopped', () => {
    const {watch} = watching();
    expect(watch('rate=3/min')).toEqual(['rate=3/min', undefined]);
    expect(watch('pattern=new')).toEqual(['pattern=new', 'Watching pattern=new in place of rate=3/min.']);
    expect(watch('off')).toEqual([undefined, 'Stopped watching pattern=new.']);
    expect(watch('off')).toEqual([undefined, 'There is no watch.']);
  });
});

test('the start of a timer does not notify subscribers', async () => {
  const heard: string[] = [];
  const polling: Screen<number, 'enter' | 'due' | 'polled'> = {
    title: 'Polling',
    initial: 0,
    enter: 'enter',
    update: (polls, action) => {
      heard.push(action);
      const poll = effect<'polled'>(
        'poll',
        async () => 'polled',
        () => 'polled',
      );
      if (action === 'enter') return [polls, timer('poll', 0, 'due')];
      return action === 'due' ? [polls, {...poll, background: true}] : [polls + 1];
    },
    commands: [],
    View: () => null,
  };
  const entry = {id: 'polling', title: 'Polling', commands: [], mount: (host: Host) => mount(polling, host)};
  const app = createApp({...padOptions, screens: [entry], first: 'polling'}, unusedPorts);
  app.subscribe(() => heard.push('changed'));
  app.start();
  await expect.poll(() => heard).toContain('polled');
  expect(heard).toEqual(['enter', 'due', 'polled', 'changed']);
});

test('subscribers of the app are notified when its view changes, until they unsubscribe', () => {
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
