import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import {clipboardPath} from '../../terminal/clipboard.ts';
import type {Host} from '../host.ts';
import type {Check} from './doctor.ts';

/** The console copies by OSC 52, which no terminal confirms: the check reads what is known of the terminal. */
export const clipboardCheck = async (env: Host['env']): Promise<Check> => {
  const path = clipboardPath(env);
  const warn = (text: string, remedy: string): Check => ({name: 'clipboard', result: 'warn', text, remedy});
  switch (path) {
    case 'tmux':
      return tmuxCheck(env);
    case 'screen':
      return warn('GNU screen drops what is copied', 'Run the console outside of screen, or in tmux.');
    case 'none':
      return warn('this terminal has no clipboard', 'Write with logs export, or --secret-to FILE, instead of copying.');
    case 'apple-terminal':
      return warn(
        'Terminal of macOS does not take OSC 52',
        'Use another terminal, such as iTerm2, or select the text.',
      );
    case 'iterm':
      return warn(
        'iTerm2 takes OSC 52 if it is allowed',
        'Allow it: Settings, General, Selection, Applications in terminal may access clipboard.',
      );
    case 'xterm':
      return warn('xterm takes OSC 52 if it is allowed', 'Set the resource XTerm*disallowedWindowOps: 20,21,SetXprop');
    case 'vte':
      return warn('many terminals with VTE do not take OSC 52', 'If nothing is copied, select the text instead.');
    case 'unknown':
      return {name: 'clipboard', result: 'ok', text: 'OSC 52 is used; this terminal is not known to refuse it'};
    default:
      return path satisfies never;
  }
};

const TMUX_MS = 2_000;

/** tmux takes what a program copies if `set-clipboard` is `on`, or passes it through if `allow-passthrough` is. */
const tmuxCheck = async (env: Host['env']): Promise<Check> => {
  const option = async (...args: string[]): Promise<string | undefined> => {
    try {
      const {stdout} = await promisify(execFile)('tmux', ['show-options', ...args], {env, timeout: TMUX_MS});
      return stdout.trim();
    } catch {
      return undefined;
    }
  };
  const remedy = 'Add to ~/.tmux.conf: set -s set-clipboard on';
  const clipboard = await option('-sv', 'set-clipboard');
  if (clipboard === undefined) return {name: 'clipboard', result: 'warn', text: 'tmux does not answer', remedy};
  const passthrough = await option('-Apv', 'allow-passthrough');
  // Before tmux 3.3 there is no such option, and everything passes.
  const isPassed = passthrough !== 'off' && passthrough !== '';
  if (clipboard === 'on' || isPassed) return {name: 'clipboard', result: 'ok', text: 'tmux passes OSC 52 on'};
  return {name: 'clipboard', result: 'warn', text: 'tmux drops what programs copy (set-clipboard is not on)', remedy};
};
