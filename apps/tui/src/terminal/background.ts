import type {Env} from './capabilities.ts';
import {createHeldInput} from './held-input.ts';

const QUERY = '\u001B]11;?\u001B\\';
const PASTE_OR_REPLY = /\u001B\[200~.*?(?:\u001B\[201~|$)|\u001B\]11;([^\u0007\u001B]*)(?:\u0007|\u001B\\)/gs;
const BEGUN = /\u001B(?:\](?:1(?:1(?:;[^\u0007\u001B]{0,40}\u001B?)?)?)?)?$/;
const CERTAIN = '\u001B]11;';
/**
 * A reply to the background query (OSC 11) after this time is ignored, so that the colours do not change while the
 * operator works.
 */
const DEADLINE_MS = 200;

/** If the terminal has not replied to the background query after this time, no reply is expected. */
const LOST_MS = 2_000;
/** Maximum wait for the reply to the background query before the console exits or another program uses the terminal. */
const SETTLE_MS = 100;

interface BackgroundOptions {
  readonly env: Env;
  write(sequence: string): void;
  unread(text: string): void;
  known(): void;
}

export type Background = ReturnType<typeof createBackground>;

/** tmux and screen may report the background of another terminal, and the Linux text console may draw the query. */
export const repliesBackground = ({TMUX, STY, TERM = '', NO_COLOR}: Env): boolean =>
  !TMUX && !STY && !NO_COLOR && !/^(screen|tmux|linux|dumb)/.test(TERM);

const themeFor = (colour: string): 'dark' | 'light' | undefined => {
  const parts = /^rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})|^#(..)(..)(..)$/i.exec(colour)?.slice(1);
  const shares = parts?.flatMap(hex => (hex === undefined ? [] : Number.parseInt(hex, 16) / (16 ** hex.length - 1)));
  const [red = 0, green = 0, blue = 0] = shares ?? [Number.NaN];
  const brightness = 0.299 * red + 0.587 * green + 0.114 * blue;
  return Number.isNaN(brightness) ? undefined : brightness > 0.5 ? 'light' : 'dark';
};

/** Asks the terminal for its background (OSC 11). The reply is removed from the input, even if it is late. */
export const createBackground = ({env, write, unread, known}: BackgroundOptions) => {
  let isAsked = false;
  let isAwaited = false;
  let isLate = false;
  let isLost = false;
  let settle: (() => void) | undefined;
  let theme: 'dark' | 'light' | undefined;
  const held = createHeldInput({begun: () => BEGUN, certain: CERTAIN, unread});

  const replied = (colour: string): void => {
    isAwaited = false;
    settle?.();
    if (isLate) return;
    theme = themeFor(colour);
    known();
  };
  return {
    theme: (): string => theme ?? (env.NO_COLOR ? 'mono' : 'default'),
    ask(): void {
      if (isAsked || !repliesBackground(env)) return;
      isAsked = true;
      isAwaited = true;
      write(QUERY);
      // `setImmediate` runs after pending input, so a reply that arrived while the program was busy is in time.
      setTimeout(() => setImmediate(() => (isLate = true)), DEADLINE_MS).unref();
      setTimeout(() => (isLost = true), LOST_MS).unref();
    },
    /** Waits for the reply to the background query, because the shell or another program could read it as input. */
    settled: (): Promise<void> =>
      new Promise(resolve => {
        if (!isAwaited || isLost) return resolve();
        settle = resolve;
        setTimeout(() => setImmediate(resolve), SETTLE_MS);
      }),
    input(chunk: string): string {
      if (!isAwaited) return chunk;
      const text = held.join(chunk).replaceAll(PASTE_OR_REPLY, (sequence, colour?: string) => {
        if (colour === undefined) return sequence;
        replied(colour);
        return '';
      });
      return isAwaited ? held.cut(text) : text;
    },
  };
};
