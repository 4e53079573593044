import type {Env} from './capabilities.ts';
import {
  hasTitle,
  notificationSequence,
  progressSequence,
  RESTORE_TITLE,
  SAVE_TITLE,
  titleSequence,
} from './desktop-sequences.ts';

const ENTER = '\u001B[?1049h';
const LEAVE = '\u001B[?1049l';
const FOCUS_ON = '\u001B[?1004h';
const FOCUS_OFF = '\u001B[?1004l';
/** A bracketed paste, or a report that the terminal got the focus (I) or lost it (O). */
const PASTE_OR_FOCUS = /\u001B\[200~.*?(?:\u001B\[201~|$)|\u001B\[([IO])/gs;

interface DesktopOptions {
  readonly env: Env;
  /** What is switched on. Default: all. */
  readonly uses?: {readonly [S in 'desktop' | 'title' | 'progress']?: boolean | undefined} | undefined;
  write(sequence: string): void;
}

type Done = number | 'unknown' | undefined;

export type Desktop = ReturnType<typeof createDesktop>;

/** What a full-screen program tells the desktop by its terminal, and the focus of the terminal. */
export const createDesktop = ({env, uses = {}, write}: DesktopOptions) => {
  const {desktop = true, title: titled = true, progress: progressed = true} = uses;
  // False also in a terminal that does not report its focus.
  let hasFocus = false;
  let isOpen = false;
  let title = '';
  const [save, restore] = titled && hasTitle(env) ? [SAVE_TITLE, RESTORE_TITLE] : ['', ''];
  const progressOf = (done: Done): string => (progressed ? progressSequence(env, done) : '');
  const noProgress = progressOf(undefined);
  let progress = noProgress;
  const shown = (): string => (save === '' || title === '' ? '' : titleSequence(title));
  const open = (): string => {
    isOpen = true;
    return (desktop ? FOCUS_ON : '') + save + shown() + (progress === noProgress ? '' : progress);
  };
  const close = (): string => {
    if (!isOpen) return '';
    isOpen = false;
    return (progress === noProgress ? '' : noProgress) + restore + (desktop ? FOCUS_OFF : '');
  };
  return {
    /** Adds to output that enters or leaves the alternate screen what else the terminal must begin or end. */
    output: (chunk: string): string =>
      chunk.replaceAll(ENTER, enter => enter + open()).replaceAll(LEAVE, leave => close() + leave),
    /** Takes the focus reports out of the input. */
    input: (chunk: string): string =>
      chunk.replaceAll(PASTE_OR_FOCUS, (sequence, report?: string) => {
        if (report === undefined) return sequence;
        hasFocus = report === 'I';
        return '';
      }),
    /** Shows a notification, unless the terminal has the focus. */
    notify(title: string, text: string): void {
      if (desktop && !hasFocus) write(notificationSequence(env, title, text));
    },
    /** Sets the title of the terminal, which has the earlier one again outside of the alternate screen. */
    setTitle(text: string): void {
      if (text === title) return;
      title = text;
      if (isOpen) write(shown());
    },
    /** Shows how much of a work is done, from 0 to 1; undefined if none is running. */
    setProgress(done: Done): void {
      const next = progressOf(done);
      if (next === progress) return;
      progress = next;
      if (isOpen) write(next);
    },
    /** Ends what {@link output} began, if the program ends without leaving the alternate screen. */
    close: (): void => write(close()),
  };
};
