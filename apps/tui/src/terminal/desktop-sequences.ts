import {sanitise} from '../text/sanitise.ts';
import {truncate} from '../text/width.ts';
import type {Env} from './capabilities.ts';

interface TerminalKind {
  readonly name: string;
  readonly notification: 9 | 99 | 777;
  /**
   * Whether the terminal shows a progress bar for OSC 9;4. Some terminals show the sequence as a notification instead.
   */
  takesProgress(env: Env): boolean;
  takesLinks(env: Env): boolean;
}

const [always, never] = [() => true, () => false];
/** iTerm2 3.6.6, the first version that shows progress. */
const ITERM_PROGRESS = 30_606;
/** VTE 0.80, the first version that shows progress. */
const VTE_PROGRESS = 8_000;
/** VTE 0.50, the first version with reliable hyperlinks. Some earlier versions crash. */
const VTE_LINKS = 5_000;

const versionOf = (text = ''): number => {
  const [major = 0, minor = 0, patch = 0] = text.split('.').map(part => Number.parseInt(part, 10));
  return major * 10_000 + minor * 100 + patch;
};

const TERMINALS = {
  kitty: {name: 'kitty', notification: 99, takesProgress: always, takesLinks: always},
  ghostty: {name: 'Ghostty', notification: 9, takesProgress: always, takesLinks: always},
  wezterm: {name: 'WezTerm', notification: 9, takesProgress: always, takesLinks: always},
  iterm: {
    name: 'iTerm2',
    notification: 9,
    takesProgress: env => versionOf(env.LC_TERMINAL_VERSION ?? env.TERM_PROGRAM_VERSION) >= ITERM_PROGRESS,
    takesLinks: always,
  },
  windows: {name: 'Windows Terminal', notification: 9, takesProgress: always, takesLinks: always},
  foot: {name: 'foot', notification: 777, takesProgress: never, takesLinks: always},
  urxvt: {name: 'urxvt', notification: 777, takesProgress: never, takesLinks: never},
  vte: {
    name: 'a terminal with VTE',
    notification: 777,
    takesProgress: ({VTE_VERSION}) => Number(VTE_VERSION) >= VTE_PROGRESS,
    takesLinks: ({VTE_VERSION}) => Number(VTE_VERSION) >= VTE_LINKS,
  },
} as const satisfies Readonly<Record<string, TerminalKind>>;

type Kind = keyof typeof TERMINALS;

const BY_TERM: readonly (readonly [RegExp, Kind])[] = [
  [/^xterm-kitty/, 'kitty'],
  [/^(?:xterm-)?ghostty/, 'ghostty'],
  [/^wezterm/, 'wezterm'],
  [/^foot/, 'foot'],
  [/^rxvt-unicode/, 'urxvt'],
];

const BY_PROGRAM: Readonly<Record<string, Kind>> = {'iTerm.app': 'iterm', WezTerm: 'wezterm', ghostty: 'ghostty'};

const BY_VARIABLE: readonly (readonly [string, Kind])[] = [
  ['KITTY_WINDOW_ID', 'kitty'],
  ['GHOSTTY_RESOURCES_DIR', 'ghostty'],
  ['WEZTERM_PANE', 'wezterm'],
  ['ITERM_SESSION_ID', 'iterm'],
  ['WT_SESSION', 'windows'],
  ['VTE_VERSION', 'vte'],
];

/**
 * Returns the terminal emulator, also if the console runs in tmux. Checks `TERM` first, because the other
 * variables may be inherited from another emulator that started this one.
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

/** tmux passes the wrapped sequence to the outer terminal if `allow-passthrough` is on. */
export const throughTmux = (sequence: string): string =>
  `\u001BPtmux;${sequence.replaceAll('\u001B', '\u001B\u001B')}\u001B\\`;

const MAX_CELLS = 100;

const shortLine = (text: string): string => truncate(sanitise(text), MAX_CELLS);

const osc = (text: string): string => `\u001B]${text}\u001B\\`;

const notificationOf = ({notification}: TerminalKind, title: string, text: string): string => {
  switch (notification) {
    // The title comes first, because OSC 9 with a text such as `4;` would set the progress bar instead.
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

export const takesLinks = (env: Env): boolean => terminalKind(env)?.takesLinks(env) ?? false;

/** A URL without control characters and spaces cannot end the sequence. */
const SAFE_URL = /^https?:\/\/[\x21-\x7E]+$/;

export const hyperlink = (url: string, text: string): string =>
  SAFE_URL.test(url) ? osc(`8;;${url}`) + text + osc('8;;') : text;

export const hasTitle = ({TERM, TMUX, STY}: Env): boolean =>
  Boolean(TMUX || STY) || (TERM !== 'linux' && TERM !== 'dumb');

/** Terminals without a title stack ignore both sequences. */
export const SAVE_TITLE = '\u001B[22;0t';
export const RESTORE_TITLE = '\u001B[23;0t';

export const titleSequence = (text: string): string => osc(`0;${shortLine(text)}`);

export const notificationSequence = (env: Env, title: string, text: string): string => {
  const kind = terminalKind(env);
  return kind === undefined ? '' : through(env, notificationOf(kind, title, text));
};

const through = ({TMUX}: Env, sequence: string): string => (TMUX ? throughTmux(sequence) : sequence);

/** `progress` is a fraction from 0 to 1. Undefined removes the bar. Empty if the terminal shows no progress. */
export const progressSequence = (env: Env, progress: number | 'unknown' | undefined): string => {
  if (terminalKind(env)?.takesProgress(env) !== true) return '';
  if (progress === undefined) return through(env, osc('9;4;0;0'));
  return through(env, osc(progress === 'unknown' ? '9;4;3;0' : `9;4;1;${Math.round(progress * 100)}`));
};
