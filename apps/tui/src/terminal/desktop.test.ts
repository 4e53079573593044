import {expect, it} from 'vitest';
import {desktopOf} from '../../test/pty/desktop-output.ts';
import {createDesktop} from './desktop.ts';

const ENTER = '\u001B[?1049h';
const LEAVE = '\u001B[?1049l';
const FOCUS_ON = '\u001B[?1004h';
const FOCUS_OFF = '\u001B[?1004l';

const setup = (env: Readonly<Record<string, string>> = {TERM: 'foot'}) => {
  const sequences: string[] = [];
  const desktop = createDesktop({env, write: sequence => void sequences.push(sequence)});
  const written = () => sequences.join('');
  return {desktop, written, texts: () => desktopOf(written()).notifications.map(([, text]) => text)};
};

it('focus reports are on only in the alternate screen', () => {
  const {desktop, written} = setup({TERM: 'linux'});
  expect(desktop.output(`a${ENTER}b`)).toBe(`a${ENTER}${FOCUS_ON}b`);
  expect(desktop.output(`c${LEAVE}`)).toBe(`c${FOCUS_OFF}${LEAVE}`);
  desktop.close();
  expect(written()).toBe('');
  desktop.output(ENTER);
  desktop.close();
  expect(written()).toBe(FOCUS_OFF);
});

it('focus reports are removed from the input, and no notification is sent to a focused terminal', () => {
  const {desktop, texts} = setup();
  desktop.notify('console', 'before a report');
  expect(desktop.input('j\u001B[Ik')).toBe('jk');
  desktop.notify('console', 'with the focus');
  expect(desktop.input('\u001B[O\u001B[A')).toBe('\u001B[A');
  desktop.notify('console', 'without the focus');
  expect(texts()).toEqual(['before a report', 'without the focus']);
  const paste = '\u001B[200~\u001B[I\u001B[201~';
  expect(desktop.input(paste)).toBe(paste);
});

it('features can be switched off and on while the program runs', () => {
  const {desktop, written, texts} = setup({TERM: 'xterm-256color', WT_SESSION: 'a'});
  desktop.setTitle('console');
  desktop.output(ENTER);
  desktop.setProgress(0.5);
  const before = written();
  desktop.use({desktop: false, title: false, progress: false});
  const ended = written().slice(before.length);
  expect(ended).toContain(FOCUS_OFF);
  expect(desktopOf(ended).progress).toEqual(['none']);
  desktop.notify('console', 'not shown');
  expect(texts()).toEqual([]);
  desktop.use({});
  const begun = written().slice(before.length + ended.length);
  expect(begun).toContain(FOCUS_ON);
  expect(desktopOf(begun).progress).toEqual([50]);
  expect(begun).toContain('console');
});

it('the terminal title is set in the alternate screen and restored afterwards', () => {
  const {desktop, written} = setup();
  desktop.setTitle('one');
  expect(desktop.output(ENTER)).toBe(`${ENTER}${FOCUS_ON}\u001B[22;0t\u001B]0;one\u001B\\`);
  desktop.setTitle('two\u0007');
  desktop.setTitle('two\u0007');
  expect(written()).toBe('\u001B]0;two␇\u001B\\');
  expect(desktop.output(LEAVE)).toBe(`\u001B[23;0t${FOCUS_OFF}${LEAVE}`);
  desktop.setTitle('three');
  expect(written()).toBe('\u001B]0;two␇\u001B\\');
});

it('progress is shown in the alternate screen of a terminal that supports it', () => {
  const {desktop, written} = setup({TERM: 'xterm-ghostty'});
  const steps = [0.5, 0.501, 'unknown', undefined, undefined, 1] as const;
  desktop.setProgress(0.2);
  expect(desktopOf(desktop.output(ENTER)).progress).toEqual([20]);
  for (const step of steps) desktop.setProgress(step);
  expect(desktopOf(written()).progress).toEqual([50, 'busy', 'none', 100]);
  expect(desktopOf(desktop.output(LEAVE)).progress).toEqual(['none']);
  const other = setup();
  other.desktop.output(ENTER);
  other.desktop.setProgress(0.5);
  expect(other.written()).toBe('');
});
