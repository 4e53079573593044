import {describe, expect, it} from 'vitest';
import {desktopOf} from '../../test/pty/desktop-output.ts';
import {hyperlink, notificationSequence, progressSequence, takesLinks, terminalKind} from './desktop-sequences.ts';

describe('terminalKind', () => {
  it.each([
    [{TERM: 'xterm-kitty'}, 'kitty'],
    [{TERM: 'xterm-256color', KITTY_WINDOW_ID: '1'}, 'kitty'],
    [{TERM: 'foot', KITTY_WINDOW_ID: '1'}, 'foot'],
    [{TERM: 'xterm-ghostty'}, 'Ghostty'],
    [{TERM_PROGRAM: 'WezTerm'}, 'WezTerm'],
    [{TERM_PROGRAM: 'iTerm.app'}, 'iTerm2'],
    [{TERM: 'xterm-256color', LC_TERMINAL: 'iTerm2'}, 'iTerm2'],
    [{WT_SESSION: 'a-b'}, 'Windows Terminal'],
    [{TERM: 'rxvt-unicode-256color'}, 'urxvt'],
    [{VTE_VERSION: '7600'}, 'a terminal with VTE'],
    [{TERM: 'tmux-256color', TERM_PROGRAM: 'tmux', TMUX: '/run/tmux,1,0', KITTY_WINDOW_ID: '1'}, 'kitty'],
    [{TERM: 'tmux-256color', TERM_PROGRAM: 'tmux', TMUX: '/run/tmux,1,0'}, undefined],
    [{TERM_PROGRAM: 'vscode', KITTY_WINDOW_ID: '1'}, undefined],
    [{TERM: 'screen', STY: '1.pts', KITTY_WINDOW_ID: '1'}, undefined],
    [{TERM: 'linux', WT_SESSION: 'a-b'}, undefined],
    [{TERM: 'xterm-256color'}, undefined],
  ])('terminalKind finds the terminal of %j', (env, name) => {
    expect(terminalKind(env)?.name).toBe(name);
  });
});

describe('links', () => {
  it('links are supported by known terminals, except by urxvt and by old versions of VTE', () => {
    const supported = (env: Readonly<Record<string, string>>) => takesLinks(env);
    expect([{TERM: 'xterm-kitty'}, {TERM: 'foot'}, {VTE_VERSION: '5000'}].map(supported)).toEqual([true, true, true]);
    const others = [{TERM: 'rxvt-unicode'}, {VTE_VERSION: '4803'}, {TERM: 'xterm-256color'}, {TERM: 'linux'}];
    expect(others.map(supported)).toEqual([false, false, false, false]);
  });

  it('hyperlink makes a link of a web address without control characters only', () => {
    const url = 'https://wiki.example.com/a;b?c=d';
    expect(hyperlink(url, 'text')).toBe(`\u001B]8;;${url}\u001B\\text\u001B]8;;\u001B\\`);
    for (const unsafe of [
      'file:///etc/passwd',
      'https://a/\u0007',
      'https://a/\u001B\\',
      'https://a/ b',
      'https://ä/',
    ]) {
      expect(hyperlink(unsafe, 'text')).toBe('text');
    }
  });
});

describe('notificationSequence', () => {
  const KITTY = {TERM: 'xterm-kitty'};
  const ITERM = {TERM_PROGRAM: 'iTerm.app'};
  const FOOT = {TERM: 'foot'};

  it("notificationSequence uses the terminal's format, and is empty for an unknown terminal", () => {
    expect(notificationSequence(ITERM, 'console', '4;1;50')).toBe('\u001B]9;console: 4;1;50\u001B\\');
    expect(notificationSequence(FOOT, 'a;b', 'x; y')).toBe('\u001B]777;notify;a,b;x, y\u001B\\');
    expect(notificationSequence(KITTY, 'console', 'x; y')).toBe(
      '\u001B]99;i=edge-console:d=0;console\u001B\\\u001B]99;i=edge-console:p=body;x; y\u001B\\',
    );
    expect(notificationSequence({TERM: 'xterm'}, 'console', 'x')).toBe('');
  });

  it('notificationSequence is wrapped for tmux, with each ESC doubled', () => {
    expect(notificationSequence({...ITERM, TERM_PROGRAM: 'tmux', LC_TERMINAL: 'iTerm2', TMUX: 'x'}, 'a', 'b')).toBe(
      '\u001BPtmux;\u001B\u001B]9;a: b\u001B\u001B\\\u001B\\',
    );
    expect(notificationSequence({TERM: 'screen', TMUX: 'x'}, 'a', 'b')).toBe('');
  });

  it.each([ITERM, FOOT, KITTY])('a notification for %j is one short line without control or bidi characters', env => {
    const hostile = `\u001B]0;owned\u0007\u009C\u202Ex\r\ny\u0000${'long '.repeat(100)}`;
    const {notifications} = desktopOf(notificationSequence(env, hostile, hostile));
    expect(notifications).toHaveLength(1);
    for (const text of notifications.flat()) {
      expect(text).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(text.length).toBeLessThanOrEqual(100);
      expect(text).toContain('␛]0');
    }
  });
});

it.each([
  [{TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.6.6'}, true],
  [{TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.5.14'}, false],
  [{LC_TERMINAL: 'iTerm2', LC_TERMINAL_VERSION: '3.10.0beta1'}, true],
  [{TERM_PROGRAM: 'iTerm.app'}, false],
  [{VTE_VERSION: '8000'}, true],
  [{VTE_VERSION: '7600'}, false],
  [{TERM: 'foot'}, false],
  [{TERM: 'xterm-256color'}, false],
])('progressSequence is empty for a terminal that would show it as a notification: %j', (env, takes) => {
  expect(desktopOf(progressSequence(env, 0.5)).progress).toEqual(takes ? [50] : []);
  expect(desktopOf(progressSequence({...env, TMUX: 'x'}, 'unknown')).progress).toEqual(takes ? ['busy'] : []);
});
