import {sanitise} from '../text/sanitise.ts';
import {truncate} from '../text/width.ts';
import type {Env} from './capabilities.ts';

interface TerminalKind {
  readonly name: string;
  /** Number of the OSC sequence that it shows as a notification of the desktop. */
  readonly notification: 9 | 99 | 777;
}

const TERMINALS = {
  kitty: {name: 'kitty', notification: 99},
  ghostty: {name: 'Ghostty', notification: 9},
  wezterm: {name: 'WezTerm', notification: 9},
  iterm: {name: 'iTerm2', notification: 9},
  windows: {name: 'Windows Terminal', notification: 9},
  foot: {name: 'foot', notification: 777},
  urxvt: {name: 'urxvt', notification: 777},
  vte: {name: 'a terminal with VTE', notification: 777},
} as const satisfies Readonly<Record<string, TerminalKind>>;

const BY_TERM: readonly (readonly [RegExp, keyof typeof TERMINALS])[] = [
  [/^xterm-kitty/, 'kitty'],
  [/^(?:xterm-)?ghostty/, 'ghostty'],
  [/^wezterm/, 'wezterm'],
  [/^foot/, 'foot'],
  [/^rxvt-unicode/, 'urxvt'],
];

const BY_PROGRAM: Readonly<Record<string, keyof typeof TERMINALS>> = {
  'iTerm.app': 'iterm',
  WezTerm: 'wezterm',
  ghostty: 'ghostty',
};

const BY_VARIABLE: readonly (readonly [string, keyof typeof TERMINALS])[] = [
  ['KITTY_WINDOW_ID', 'kitty'],
  ['GHOSTTY_RESOURCES_DIR', 'ghostty'],
  ['WEZTERM_PANE', 'wezterm'],
  ['ITERM_SESSION_ID', 'iterm'],
  ['WT_SESSION', 'windows'],
  ['VTE_VERSION', 'vte'],
];

/**
 * Returns the terminal in which the program runs, or around tmux; undefined if it is not known. `TERM` comes first: the
 * other variables may be those of a terminal from which this one was started.
 */
export const terminalKind = (env: Env): TerminalKind | undefined => {
  const {TERM = '', TERM_PROGRAM: program} = env;
  if (env.STY || TERM === 'linux' || TERM === 'dumb') return undefined;
  const byTerm = BY_TERM.find(([pattern]) => pattern.test(TERM))?.[1];
  if (byTerm !== undefined) return TERMINALS[byTerm];
  if (program && program !== 'tmux') {
    const byProgram = BY_PROGRAM[program];
    return byProgram && TERMINALS[byProgram];
  }
  if (env.LC_TERMINAL === 'iTerm2') return TERMINALS.iterm;
  const byVariable = BY_VARIABLE.find(([name]) => env[name])?.[1];
  return byVariable && TERMINALS[byVariable];
};

/** Wraps a sequence so that tmux passes it to its terminal, if its option `allow-passthrough` is on. */
export const throughTmux = (sequence: string): string =>
  `\u001BPtmux;${sequence.replaceAll('\u001B', '\u001B\u001B')}\u001B\\`;

const MAX_CELLS = 100;

/** Returns untrusted text as one line of at most 100 cells. */
const shortLine = (text: string): string => truncate(sanitise(text), MAX_CELLS);

const osc = (text: string): string => `\u001B]${text}\u001B\\`;

const notificationOf = ({notification}: TerminalKind, title: string, text: string): string => {
  switch (notification) {
    // With the title in front, the text cannot begin with a number, which would be another command (`9;4;`: progress).
    case 9:
      return osc(`9;${shortLine(`${title}: ${text}`)}`);
    case 99:
      return osc(`99;i=edge-console:d=0;${shortLine(title)}`) + osc(`99;i=edge-console:p=body;${shortLine(text)}`);
    case 777:
      return osc(`777;notify;${[title, text].map(each => shortLine(each).replaceAll(';', ',')).join(';')}`);
    default:
      return notification satisfies never;
  }
};

/** Whether the terminal has a title. The text console of Linux has none. */
export const hasTitle = ({TERM, TMUX, STY}: Env): boolean =>
  Boolean(TMUX || STY) || (TERM !== 'linux' && TERM !== 'dumb');

/** Sequences that save the title of the terminal and restore it. Terminals without a stack of titles ignore them. */
export const SAVE_TITLE = '\u001B[22;0t';
export const RESTORE_TITLE = '\u001B[23;0t';

export const titleSequence = (text: string): string => osc(`0;${shortLine(text)}`);

/** Returns the sequence that shows a notification. Empty for a terminal that is not known to show them. */
export const notificationSequence = (env: Env, title: string, text: string): string => {
  const kind = terminalKind(env);
  const sequence = kind === undefined ? '' : notificationOf(kind, title, text);
  return env.TMUX && sequence !== '' ? throughTmux(sequence) : sequence;
};
