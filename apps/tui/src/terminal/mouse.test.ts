import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {createMouse, type MouseReport} from './mouse.ts';

const ENTER = '\u001B[?1049h';
const LEAVE = '\u001B[?1049l';
const ON = '\u001B[?1002h\u001B[?1006h';
const OFF = '\u001B[?1006l\u001B[?1002l';
const PRESS = '\u001B[<0;5;10M';

beforeEach(() => void vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']}));
afterEach(() => void vi.useRealTimers());

/** `seen` has keys and reports in the order in which they are handled. */
const setup = ({isOn = true} = {}) => {
  let written = '';
  const seen: (string | MouseReport)[] = [];
  const mouse = createMouse({
    isOn,
    write: sequence => {
      written += sequence;
    },
    unread: text => type(text),
    reported: report => void seen.push(report),
  });
  const type = (...chunks: string[]): void => {
    const read = () => mouse.read(() => chunks.shift() ?? null);
    for (let keys = read(); typeof keys === 'string'; keys = read()) seen.push(keys);
  };
  return {mouse, type, seen, written: () => written};
};

describe('the mode', () => {
  it('mouse reports are on while the program uses the alternate screen, if the mouse is on', () => {
    const {mouse, written} = setup({isOn: false});
    expect(mouse.output(`a${ENTER}b`)).toBe(`a${ENTER}b`);
    mouse.set(true);
    mouse.set(true);
    expect(written()).toBe(ON);
    expect(mouse.output(`c${LEAVE}d`)).toBe(`c${OFF}${LEAVE}d`);
    expect(mouse.output(ENTER)).toBe(ENTER + ON);
    mouse.set(false);
    expect(written()).toBe(ON + OFF);
    expect(mouse.output(LEAVE)).toBe(LEAVE);
  });

  it('a switch outside the alternate screen writes nothing and takes effect when it is entered', () => {
    const {mouse, written} = setup();
    expect(mouse.output(ENTER)).toBe(ENTER + ON);
    mouse.output(LEAVE);
    mouse.set(false);
    mouse.close();
    expect(written()).toBe('');
    expect(mouse.output(ENTER)).toBe(ENTER);
  });

  it('mouse reports are switched off if the program ends in the alternate screen', () => {
    const {mouse, written} = setup();
    mouse.output(ENTER);
    mouse.close();
    mouse.close();
    expect(written()).toBe(OFF);
  });
});

describe('reports', () => {
  it('mouse reports become events with row and column counted from 0, in order with the keys', () => {
    const {type, seen} = setup();
    type(`j${PRESS}k\u001B[<32;6;10M\u001B[<0;6;11m`, 'l\u001B[<64;1;1M\u001B[<65;1000;200M');
    expect(seen).toEqual([
      'j',
      {kind: 'press', column: 4, row: 9},
      'k',
      {kind: 'drag', column: 5, row: 9},
      {kind: 'release', column: 5, row: 10},
      'l',
      {kind: 'wheel-up', column: 0, row: 0},
      {kind: 'wheel-down', column: 999, row: 199},
    ]);
  });

  it.each([
    '\u001B[<2;5;10M',
    '\u001B[<4;5;10M',
    '\u001B[<35;5;10M',
    '\u001B[<64;5;10m',
    '\u001B[<0;0;1M',
    '\u001B[<0;5M',
    '\u001B[<0;5;10;3M',
    '\u001B[<;;M',
    '\u001B[<0;99999;1M',
    '\u001B[<0;5;10x',
    '\u001B[<0;5\u001B[<2;1;1M',
    '\u001B[<0;-1;5M',
    '\u001B[<0;1.5;1M',
  ])('the unsupported or malformed mouse report %j is dropped', report => {
    const {type, seen} = setup();
    type(`j${report}k`);
    expect(seen).toEqual(['jk']);
  });

  it('a mouse report of a terminal without the SGR format is dropped, also in two parts', () => {
    const {type, seen} = setup();
    type('j\u001B[M XXk', '\u001B[M ', 'XXl');
    expect(seen).toEqual(['jk', 'l']);
    const off = setup({isOn: false});
    off.type('\u001B[M XX');
    expect(off.seen).toEqual(['\u001B[M XX']);
  });

  it('mouse reports are dropped while the mouse is off', () => {
    const {type, seen} = setup({isOn: false});
    type(`j${PRESS}k`, '\u001B[<0;5', ';10Ml', '\u001B');
    expect(seen).toEqual(['j', 'k', 'l', '\u001B']);
  });

  it('a mouse report in a paste is text', () => {
    const {type, seen} = setup();
    const paste = `\u001B[200~a${PRESS}b\u001B[201~`;
    type(paste + PRESS);
    expect(seen).toEqual([paste, {kind: 'press', column: 4, row: 9}]);
  });
});

describe('a report in two parts', () => {
  it.each(Array.from({length: PRESS.length - 1}, (_, at) => at + 1))(
    'the mouse report of a press, split after %i characters, is one press event',
    at => {
      const {type, seen} = setup();
      type(`j${PRESS.slice(0, at)}`, `${PRESS.slice(at)}k`);
      expect(seen).toEqual(['j', {kind: 'press', column: 4, row: 9}, 'k']);
      vi.advanceTimersByTime(1_000);
      expect(seen).toHaveLength(3);
    },
  );

  it('Esc and Alt-[, which may begin a mouse report, reach the keys after 20 ms', () => {
    const {type, seen} = setup();
    type('\u001B');
    expect(seen).toEqual([]);
    vi.advanceTimersByTime(20);
    type('\u001B[');
    vi.advanceTimersByTime(20);
    type('\u001B[A', PRESS);
    expect(seen).toEqual(['\u001B', '\u001B[', '\u001B[A', {kind: 'press', column: 4, row: 9}]);
  });

  it('an incomplete mouse report drops at most the next key, and an overlong one drops none', () => {
    const {type, seen} = setup();
    type('\u001B[<0;5', 'jk');
    type(`\u001B[<${'1'.repeat(100)}`, 'l');
    expect(seen).toEqual(['k', 'l']);
  });
});
