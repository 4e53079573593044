import {describe, expect, it} from 'vitest';
import {type Capabilities, detectCapabilities, type Env} from './capabilities.ts';

const tty = {stdin: {isTTY: true}, stdout: {isTTY: true}};
const piped = {stdin: {isTTY: true}, stdout: {}};

describe('detectCapabilities', () => {
  it.each<[Env, Partial<Capabilities>]>([
    [
      {TERM: 'xterm', LANG: 'en_US.UTF-8'},
      {interactive: true, color: 'ansi16', unicode: true},
    ],
    [
      {TERM: 'xterm-256color', CI: 'true'},
      {interactive: true, color: 'ansi256'},
    ],
    [{TERM: 'xterm-256color', COLORTERM: 'truecolor'}, {color: 'truecolor'}],
    [{TERM: 'xterm-kitty'}, {color: 'truecolor'}],
    [{TERM: 'xterm-256color', TERM_PROGRAM: 'vscode'}, {color: 'truecolor'}],
    [{TERM: 'tmux'}, {color: 'ansi256'}],
    [{TERM: 'xterm-256color', NO_COLOR: '1'}, {color: 'none'}],
    [{TERM: 'xterm-256color', NO_COLOR: ''}, {color: 'ansi256'}],
    [{TERM: 'dumb'}, {interactive: false, color: 'none', unicode: false}],
    [{TERM: 'dumb', NO_COLOR: '1', FORCE_COLOR: '3'}, {color: 'truecolor'}],
    [{TERM: 'xterm', FORCE_COLOR: '0'}, {color: 'none'}],
    [{TERM: 'xterm', FORCE_COLOR: ''}, {color: 'ansi16'}],
    [
      {TERM: 'linux', LANG: 'en_US.UTF-8'},
      {interactive: true, color: 'ansi16', unicode: false},
    ],
    [{TERM: 'xterm', LANG: 'C'}, {unicode: false}],
    [{TERM: 'xterm', LANG: 'en_US.UTF-8', LC_ALL: 'POSIX'}, {unicode: false}],
    [{TERM: 'xterm', LC_ALL: '', LANG: 'C.utf8'}, {unicode: true}],
    [{}, {interactive: true, color: 'ansi16', unicode: true}],
  ])('on a terminal with %j', (env, expected) => {
    expect(detectCapabilities(env, tty)).toMatchObject(expected);
  });

  it('is not interactive and has no colour in a pipe', () => {
    expect(detectCapabilities({TERM: 'xterm', COLORTERM: 'truecolor'}, piped)).toMatchObject({
      interactive: false,
      color: 'none',
    });
    expect(detectCapabilities({TERM: 'xterm'}, {stdin: {}, stdout: {isTTY: true}}).interactive).toBe(false);
  });
});
