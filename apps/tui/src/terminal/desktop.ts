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

type Uses = {readonly [S in 'desktop' | 'title' | 'progress']?: boolean | undefined};

interface DesktopOptions {
  readonly env: Env;
  readonly uses?: Uses | undefined;
  write(sequence: string): void;
}

type Done = number | 'unknown' | undefined;

export type Desktop = ReturnType<typeof createDesktop>;

export const createDesktop = ({env, uses: first = {}, write}: DesktopOptions) => {
  let uses: Uses = first;
  // Stays false if the terminal does not report its focus.
  let hasFocus = false;
  let isOpen = false;
  let title = '';
  let done: Done;
  const hasDesktop = (): boolean => uses.desktop ?? true;
  const isTitled = (): boolean => (uses.title ?? true) && hasTitle(env);
  const progressOf = (of: Done): string => ((uses.progress ?? true) ? progressSequence(env, of) : '');
  const isProgressing = (): boolean => progressOf(done) !== progressOf(undefined);
  const shown = (): string => (!isTitled() || title === '' ? '' : titleSequence(title));
  const open = (): string => {
    isOpen = true;
    const progress = isProgressing() ? progressOf(done) : '';
    return (hasDesktop() ? FOCUS_ON : '') + (isTitled() ? SAVE_TITLE : '') + shown() + progress;
  };
  const close = (): string => {
    if (!isOpen) return '';
    isOpen = false;
    const progress = isProgressing() ? progressOf(undefined) : '';
    return progress + (isTitled() ? RESTORE_TITLE : '') + (hasDesktop() ? FOCUS_OFF : '');
  };
  return {
    output: (chunk: string): string =>
      chunk.replaceAll(ENTER, enter => enter + open()).replaceAll(LEAVE, leave => close() + leave),
    input: (chunk: string): string =>
      chunk.replaceAll(PASTE_OR_FOCUS, (sequence, report?: string) => {
        if (report === undefined) return sequence;
        hasFocus = report === 'I';
        return '';
      }),
    notify(title: string, text: string): void {
      if (hasDesktop() && !hasFocus) write(notificationSequence(env, title, text));
    },
    setTitle(text: string): void {
      if (text === title) return;
      title = text;
      if (isOpen) write(shown());
    },
    setProgress(next: Done): void {
      const [before, after] = [progressOf(done), progressOf(next)];
      done = next;
      if (isOpen && before !== after) write(after);
    },
    use(next: Uses): void {
      const wasOpen = isOpen;
      const ended = close();
      uses = next;
      if (wasOpen) write(ended + open());
    },
    /**
     * Restores the title, removes the progress bar and stops focus reports, as leaving the alternate screen does. Must
     * be called if the console exits without leaving the alternate screen.
     */
    close: (): void => write(close()),
  };
};
