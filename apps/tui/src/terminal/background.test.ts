import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {createBackground} from './background.ts';

const QUERY = '\u001B]11;?\u001B\\';
const REPLY = '\u001B]11;rgb:ffff/ffff/ffff\u001B\\';
const xterm = {TERM: 'xterm-256color'};

beforeEach(() => void vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout', 'setImmediate']}));
afterEach(() => void vi.useRealTimers());

/** `keys` collects the input without the terminal's reply. */
const setup = (env: Readonly<Record<string, string>> = xterm) => {
  let written = '';
  let keys = '';
  let changes = 0;
  const background = createBackground({
    env,
    write: sequence => {
      written += sequence;
    },
    unread: text => type(text),
    known: () => {
      changes += 1;
    },
  });
  const type = (text: string): void => {
    keys += background.input(text);
  };
  return {background, type, written: () => written, keys: () => keys, changes: () => changes};
};

it.each([
  ['rgb:ffff/ffff/ffff', 'light'],
  ['rgb:fd/f6/e3', 'light'],
  ['rgba:0000/0000/0000/ffff', 'dark'],
  ['rgb:0/2b2b/3636', 'dark'],
  ['#1e1e2e', 'dark'],
  ['#eff1f5', 'light'],
  ['nonsense', 'default'],
])('the background %s has the theme %s', (colour, theme) => {
  const {background, type, keys} = setup();
  background.ask();
  expect(background.theme()).toBe('default');
  type(`\u001B]11;${colour}\u0007`);
  expect(background.theme()).toBe(theme);
  expect(keys()).toBe('');
});

it('the terminal background is queried once', () => {
  const {background, written} = setup();
  background.ask();
  background.ask();
  expect(written()).toBe(QUERY);
});

it.each([
  {TERM: 'tmux-256color', TMUX: '/tmp/tmux-0/default,1,0'},
  {TERM: 'xterm-256color', TMUX: '/tmp/tmux-0/default,1,0'},
  {TERM: 'screen.xterm-256color'},
  {TERM: 'xterm', STY: '1.pts-0.host'},
  {TERM: 'linux'},
  {TERM: 'xterm', NO_COLOR: '1'},
])('the background of the terminal %j is not queried', env => {
  const {background, type, written, keys, changes} = setup(env);
  background.ask();
  type(`j${REPLY}`);
  expect([written(), keys(), changes()]).toEqual(['', `j${REPLY}`, 0]);
  expect(background.theme()).toBe('NO_COLOR' in env ? 'mono' : 'default');
});

it('a late background reply changes nothing and is removed from the input', () => {
  const {background, type, keys, changes} = setup();
  background.ask();
  vi.advanceTimersByTime(60_000);
  type(`j${REPLY}k`);
  expect([background.theme(), keys(), changes()]).toEqual(['default', 'jk', 0]);
});

describe('a background reply in two chunks', () => {
  const cuts = Array.from({length: REPLY.length - 1}, (_, at) => at + 1);
  it.each(cuts)('a background reply split after %i characters is removed from the input', at => {
    const {background, type, keys} = setup();
    background.ask();
    type(`j${REPLY.slice(0, at)}`);
    type(`${REPLY.slice(at)}\u001B[A`);
    expect([background.theme(), keys()]).toEqual(['light', 'j\u001B[A']);
  });
});

it('while a background reply is pending, Esc and Alt-] are delayed, other keys are not', () => {
  const {background, type, keys} = setup();
  background.ask();
  type('\u001B[A');
  expect(keys()).toBe('\u001B[A');
  type('\u001B');
  expect(keys()).toBe('\u001B[A');
  vi.advanceTimersByTime(20);
  expect(keys()).toBe('\u001B[A\u001B');
  type('\u001B]');
  vi.advanceTimersByTime(20);
  expect(keys()).toBe('\u001B[A\u001B\u001B]');
  type(REPLY);
  type('\u001B');
  expect(keys()).toBe('\u001B[A\u001B\u001B]\u001B');
});

it('a paste that contains a background reply is unchanged', () => {
  const {background, type, keys} = setup();
  background.ask();
  const paste = `\u001B[200~${REPLY}\u001B[201~`;
  type(paste);
  expect([keys(), background.theme()]).toEqual([paste, 'default']);
});

describe('before the terminal is given to another program', () => {
  const settledOf = async ({background}: ReturnType<typeof setup>): Promise<() => boolean> => {
    let isSettled = false;
    void background.settled().then(() => (isSettled = true));
    await Promise.resolve();
    return () => isSettled;
  };

  it('settled resolves when the background reply arrives, which is removed from the input', async () => {
    const terminal = setup();
    terminal.background.ask();
    const isSettled = await settledOf(terminal);
    expect(isSettled()).toBe(false);
    terminal.type(`j${REPLY}`);
    await Promise.resolve();
    expect([isSettled(), terminal.keys()]).toEqual([true, 'j']);
  });

  it('settled resolves after 100 ms without a background reply', async () => {
    const terminal = setup();
    terminal.background.ask();
    const isSettled = await settledOf(terminal);
    await vi.advanceTimersByTimeAsync(99);
    expect(isSettled()).toBe(false);
    await vi.advanceTimersByTimeAsync(2);
    expect(isSettled()).toBe(true);
  });

  it('settled resolves at once without a query, after the reply, or 2 s after an unanswered query', async () => {
    const [unasked, replied, silent] = [setup(), setup(), setup()];
    replied.background.ask();
    replied.type(REPLY);
    silent.background.ask();
    await vi.advanceTimersByTimeAsync(2_000);
    for (const terminal of [unasked, replied, silent]) expect((await settledOf(terminal))()).toBe(true);
  });
});
