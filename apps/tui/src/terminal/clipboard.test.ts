import {describe, expect, it} from 'vitest';
import {clipboardPath, copyToClipboard} from './clipboard.ts';

const fakeStdout = (isTTY: boolean) => {
  const written: string[] = [];
  return {isTTY, written, write: (text: string) => written.push(text)};
};
const payload = (text: string) => Buffer.from(text).toString('base64');

describe('copyToClipboard', () => {
  it('copyToClipboard sends the UTF-8 bytes of the text as base64', () => {
    const stdout = fakeStdout(true);
    expect(copyToClipboard(stdout, 'née ⏎', {})).toEqual({copied: true, bytes: 8});
    expect(stdout.written).toEqual([`\u001B]52;c;${payload('née ⏎')}\u0007`]);
  });

  it('copyToClipboard sends the text to tmux, and through tmux to the terminal', () => {
    const stdout = fakeStdout(true);
    copyToClipboard(stdout, 'x', {TMUX: '/run/tmux,1,0'});
    const plain = `\u001B]52;c;${payload('x')}\u0007`;
    expect(stdout.written).toEqual([`${plain}\u001BPtmux;\u001B${plain}\u001B\\`]);
  });

  it.each([
    ['too-large', true, 'x'.repeat(75_001)],
    ['not-a-terminal', false, 'x'],
  ])('copyToClipboard writes nothing if the result is %s', (reason, isTty, text) => {
    const stdout = fakeStdout(isTty);
    expect(copyToClipboard(stdout, text, {})).toEqual({copied: false, reason});
    expect(stdout.written).toEqual([]);
  });

  it('copyToClipboard writes nothing to the Linux console, which has no clipboard', () => {
    const stdout = fakeStdout(true);
    expect(copyToClipboard(stdout, 'x', {TERM: 'linux'})).toEqual({copied: false, reason: 'no-clipboard'});
    expect(stdout.written).toEqual([]);
    expect(copyToClipboard(stdout, 'x', {TERM: 'linux', TMUX: '/run/tmux,1,0'}).copied).toBe(true);
  });

  it('copyToClipboard accepts text of up to 75,000 bytes', () => {
    expect(copyToClipboard(fakeStdout(true), 'x'.repeat(75_000), {}).copied).toBe(true);
  });
});

describe('clipboardPath', () => {
  it.each([
    [{TMUX: '/run/tmux,1,0', VTE_VERSION: '7600'}, 'tmux'],
    [{STY: '1.pts', TERM: 'screen'}, 'screen'],
    [{TERM: 'linux'}, 'none'],
    [{TERM_PROGRAM: 'Apple_Terminal'}, 'apple-terminal'],
    [{TERM_PROGRAM: 'iTerm.app'}, 'iterm'],
    [{XTERM_VERSION: 'XTerm(390)'}, 'xterm'],
    [{VTE_VERSION: '7600'}, 'vte'],
    [{TERM: 'xterm-kitty', TMUX: ''}, 'unknown'],
  ])('clipboardPath of the environment %j is %s', (env, path) => {
    expect(clipboardPath(env)).toBe(path);
  });
});
