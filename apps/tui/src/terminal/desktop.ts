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
/** A bracketed paste, or a report that the terminal gained (I) or lost (O) the focus. */
const PASTE_OR_FOCUS = /\u001B\[200~.*?(?:\u001B\[201~|$)|\u001B\[([IO])/gs;

interface DesktopOptions {
  readonly env: Env;
  /** Features to use. Default: all. */
  readonly uses?: {readonly [S in 'desktop' | 'title' | 'progress']?: boolean | undefined} | undefined;
  write(sequence: string): void;
}

type Done = number | 'unknown' | undefined;

export type Desktop = ReturnType<typeof createDesktop>;

/** Sends notifications, title and progress to the terminal, and tracks its focus. */
export const createDesktop = ({env, uses = {}, write}: DesktopOptions) => {
  const {desktop = true, title: titled = true, progress: progressed = true} = uses;
  // Also false in a terminal that does not report its focus.
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
    /** Adds the start or end of title and focus reports to output that enters or leaves the alternate screen. */
    output: (chunk: string): string =>
      chunk.replaceAll(ENTER, enter => enter + open()).replaceAll(LEAVE, leave => close() + leave),
    /** Removes focus reports from the input. */
    input: (chunk: string): string =>
      chunk.replaceAll(PASTE_OR_FOCUS, (sequence, report?: string) => {
        if (report === undefined) return sequence;
        hasFocus = report === 'I';
        return '';
      }),
    /** Shows a notification if the terminal does not have the focus. */
    notify(title: string, text: string): void {
      if (desktop && !hasFocus) write(notificationSequence(env, title, text));
    },
    /** Sets the terminal title. Leaving the alternate screen restores the previous title. */
    setTitle(text: string): void {
      if (text === title) return;
      title = text;
      if (isOpen) write(shown());
    },
    /** Shows progress from 0 to 1; undefined if no work runs. */
    setProgress(done: Done): void {
      const next = progressOf(done);
      if (next === progress) return;
      progress = next;
      if (isOpen) write(next);
    },
    /** Ends what {@link output} started if the program exits without leaving the alternate screen. */
    close: (): void => write(close()),
  };
};
