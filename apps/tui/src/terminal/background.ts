import type {Env} from './capabilities.ts';
import {createHeldInput} from './held-input.ts';

const QUERY = '\u001B]11;?\u001B\\';
/** Matches a bracketed paste, or the terminal's reply about its background. */
const PASTE_OR_REPLY = /\u001B\[200~.*?(?:\u001B\[201~|$)|\u001B\]11;([^\u0007\u001B]*)(?:\u0007|\u001B\\)/gs;
/** Matches the beginning of a reply at the end of a chunk. */
const BEGUN = /\u001B(?:\](?:1(?:1(?:;[^\u0007\u001B]{0,40}\u001B?)?)?)?)?$/;
const CERTAIN = '\u001B]11;';
/**
 * Maximum time from the query to a reply that sets the theme, in milliseconds. A later reply is ignored, because the
 * operator has then begun to work.
 */
const DEADLINE_MS = 200;

/** No reply is expected after this time, in milliseconds. */
const LOST_MS = 2_000;
/** Before another program gets the terminal, the console waits at most this long for the reply, in milliseconds. */
const SETTLE_MS = 100;

interface BackgroundOptions {
  readonly env: Env;
  write(sequence: string): void;
  /** Puts a text back into the input. The next read returns it. */
  unread(text: string): void;
  /** Called if the terminal reports its background in time. */
  known(): void;
}

export type Background = ReturnType<typeof createBackground>;

/** tmux and screen may report the background of another terminal, and the Linux text console may draw the query. */
export const repliesBackground = ({TMUX, STY, TERM = '', NO_COLOR}: Env): boolean =>
  !TMUX && !STY && !NO_COLOR && !/^(screen|tmux|linux|dumb)/.test(TERM);

/** Returns the theme for a background colour such as `rgb:ffff/ffff/ffff` or `#ffffff`. */
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
    /** Returns the theme for the terminal's background. Before the reply, returns a theme that suits any background. */
    theme: (): string => theme ?? (env.NO_COLOR ? 'mono' : 'default'),
    /** Sends the query once. Does nothing if the reply would be unreliable. */
    ask(): void {
      if (isAsked || !repliesBackground(env)) return;
      isAsked = true;
      isAwaited = true;
      write(QUERY);
      // `setImmediate` runs after pending input was handled, so a reply that arrived while the program was busy is
      // still in time.
      setTimeout(() => setImmediate(() => (isLate = true)), DEADLINE_MS).unref();
      setTimeout(() => (isLost = true), LOST_MS).unref();
    },
    /**
     * Resolves when the reply has arrived, or after `SETTLE_MS`. Without this wait, the shell or another program could
     * read the reply as input.
     */
    settled: (): Promise<void> =>
      new Promise(resolve => {
        if (!isAwaited || isLost) return resolve();
        settle = resolve;
        setTimeout(() => setImmediate(resolve), SETTLE_MS);
      }),
    /** Removes the reply, even if it is split into chunks. */
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
