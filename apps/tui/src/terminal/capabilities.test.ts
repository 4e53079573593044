import {describe, expect, it} from 'vitest';
import {type Capabilities, detectCapabilities, type Env} from './capabilities.ts';

const tty = {stdin: {isTTY: true}, stdout: {isTTY: true}};
const piped = {stdin: {isTTY: true}, stdout: {}};

describe('detectCapabilities', () => {
  it.each<[Env, Partial<Capabilities>]>([
    [
      {TERM: 'xterm', LANG: 'en_US.UTF-8'},
      {interactive: true, color: true, unicode: true},
    ],
    [
      {TERM: 'xterm-256color', CI: 'true'},
      {interactive: true, color: true},
    ],
    [{TERM: 'xterm-256color', NO_COLOR: '1'}, {color: false}],
    [{TERM: 'xterm-256color', NO_COLOR: ''}, {color: true}],
    [{TERM: 'dumb'}, {interactive: false, color: false, unicode: false}],
    [{TERM: 'dumb', NO_COLOR: '1', FORCE_COLOR: '3'}, {color: true}],
    [{TERM: 'xterm', FORCE_COLOR: '0'}, {color: false}],
    [{TERM: 'xterm', FORCE_COLOR: ''}, {color: true}],
    [
      {TERM: 'linux', LANG: 'en_US.UTF-8'},
      {interactive: true, color: true, unicode: false},
    ],
    [{TERM: 'xterm', LANG: 'C'}, {unicode: false}],
    [{TERM: 'xterm', LANG: 'en_US.UTF-8', LC_ALL: 'POSIX'}, {unicode: false}],
    [{TERM: 'xterm', LC_ALL: '', LANG: 'C.utf8'}, {unicode: true}],
    [{}, {interactive: true, color: true, depth: 16, unicode: true}],
    [{TERM: 'xterm-256color'}, {depth: 256}],
    [{TERM: 'xterm-kitty'}, {depth: 256}],
    [{TERM: 'xterm-direct'}, {depth: 'true'}],
    [{TERM: 'xterm-256color', COLORTERM: 'truecolor'}, {depth: 'true'}],
    [{TERM: 'screen-256color', COLORTERM: 'truecolor', STY: '1.pts'}, {depth: 256}],
    [{TERM: 'tmux-256color', COLORTERM: 'truecolor', TMUX: '/tmp/tmux,1,0'}, {depth: 'true'}],
    [{TERM: 'xterm-256color', COLORTERM: 'truecolor', FORCE_COLOR: '1'}, {depth: 16}],
  ])('a terminal with the environment %j has the capabilities %j', (env, expected) => {
    expect(detectCapabilities(env, tty)).toMatchObject(expected);
  });

  it('a pipe is not interactive and has no colour', () => {
    expect(detectCapabilities({TERM: 'xterm', COLORTERM: 'truecolor'}, piped)).toMatchObject({
      interactive: false,
      color: false,
    });
    expect(detectCapabilities({TERM: 'xterm'}, {stdin: {}, stdout: {isTTY: true}}).interactive).toBe(false);
  });
});
