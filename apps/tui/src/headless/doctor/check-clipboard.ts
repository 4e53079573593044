import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import {type ClipboardPath, clipboardPath} from '../../terminal/clipboard.ts';
import type {Host} from '../host.ts';
import {type Finding, ok, warn} from './finding.ts';

/** The check does not try to copy, because terminals do not acknowledge OSC 52. */
const FINDINGS: Readonly<Record<Exclude<ClipboardPath, 'tmux'>, Finding>> = {
  screen: warn('GNU screen drops what is copied', 'Run the console outside of screen, or in tmux.'),
  none: warn('this terminal has no clipboard', 'Write with logs export, or --secret-to FILE, instead of copying.'),
  'apple-terminal': warn(
    'Terminal of macOS does not take OSC 52',
    'Use another terminal, such as iTerm2, or select the text.',
  ),
  iterm: warn(
    'iTerm2 takes OSC 52 if it is allowed',
    'Allow it: Settings, General, Selection, Applications in terminal may access clipboard.',
  ),
  xterm: warn('xterm takes OSC 52 if it is allowed', 'Set the resource XTerm*disallowedWindowOps: 20,21,SetXprop'),
  vte: warn('many terminals with VTE do not take OSC 52', 'If nothing is copied, select the text instead.'),
  unknown: ok('OSC 52 is used; this terminal is not known to refuse it'),
};

export const checkClipboard = async ({env}: Host): Promise<Finding> => {
  const path = clipboardPath(env);
  return path === 'tmux' ? checkTmux(env) : FINDINGS[path];
};

const TMUX_MS = 2_000;

export const tmuxOption = async (env: Host['env'], ...args: string[]): Promise<string | undefined> => {
  try {
    const {stdout} = await promisify(execFile)('tmux', ['show-options', ...args], {env, timeout: TMUX_MS});
    return stdout.trim();
  } catch {
    return undefined;
  }
};

const checkTmux = async (env: Host['env']): Promise<Finding> => {
  const remedy = 'Add to ~/.tmux.conf: set -s set-clipboard on';
  const clipboard = await tmuxOption(env, '-sv', 'set-clipboard');
  if (clipboard === undefined) return warn('tmux does not respond', remedy);
  const passthrough = await tmuxOption(env, '-Apv', 'allow-passthrough');
  // tmux before 3.3 has no `allow-passthrough` and passes every sequence to the terminal.
  const isPassed = passthrough !== 'off' && passthrough !== '';
  if (clipboard === 'on' || isPassed) return ok('tmux passes OSC 52 on');
  return warn('tmux drops what programs copy (set-clipboard is not on)', remedy);
};
