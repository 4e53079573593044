import type {Env} from './capabilities.ts';
import {createHeldInput} from './held-input.ts';

const QUERY = '\u001B]11;?\u001B\\';
/** A bracketed paste, or the reply to the query. */
const PASTE_OR_REPLY = /\u001B\[200~.*?(?:\u001B\[201~|$)|\u001B\]11;([^\u0007\u001B]*)(?:\u0007|\u001B\\)/gs;
/** The first part of a reply at the end of a chunk. */
const BEGUN = /\u001B(?:\](?:1(?:1(?:;[^\u0007\u001B]{0,40}\u001B?)?)?)?)?$/;
const CERTAIN = '\u001B]11;';
/** A later reply changes nothing, because the operator is at work by then. */
const DEADLINE_MS = 200;

interface BackgroundOptions {
  readonly env: Env;
  write(sequence: string): void;
  /** Puts text back in front of the input. It is read again. */
  unread(text: string): void;
  /** Called when the terminal has said in time what its background is. */
  known(): void;
}

export type Background = ReturnType<typeof createBackground>;

/** Whether the reply of a terminal is trusted. tmux and screen may answer for another terminal. The text console of Linux may draw the query. */
export const repliesBackground = ({TMUX, STY, TERM = '', NO_COLOR}: Env): boolean =>
  !TMUX && !STY && !NO_COLOR && !/^(screen|tmux|linux|dumb)/.test(TERM);

/** Returns the theme for a colour such as `rgb:ffff/ffff/ffff` or `#ffffff`; undefined for another text. */
const themeFor = (colour: string): 'dark' | 'light' | undefined => {
  const parts = /^rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})|^#(..)(..)(..)$/i.exec(colour)?.slice(1);
  const shares = parts?.flatMap(hex => (hex === undefined ? [] : Number.parseInt(hex, 16) / (16 ** hex.length - 1)));
  const [red = 0, green = 0, blue = 0] = shares ?? [Number.NaN];
  const brightness = 0.299 * red + 0.587 * green + 0.114 * blue;
  return Number.isNaN(brightness) ? undefined : brightness > 0.5 ? 'light' : 'dark';
};

/** Asks the terminal for its background (OSC 11), and keeps the reply away from the keys, however late it comes. */
export const createBackground = ({env, write, unread, known}: BackgroundOptions) => {
  let isAsked = false;
  let isAwaited = false;
  let isLate = false;
  let theme: 'dark' | 'light' | undefined;
  const held = createHeldInput({begun: () => BEGUN, certain: CERTAIN, unread});

  const replied = (colour: string): void => {
    isAwaited = false;
    if (isLate) return;
    theme = themeFor(colour);
    known();
  };
  return {
    /** The theme for the background. Until it is known, one that suits every background. */
    theme: (): string => theme ?? (env.NO_COLOR ? 'mono' : 'default'),
    /** Asks once. Does nothing in a terminal whose answer is not trusted. */
    ask(): void {
      if (isAsked || !repliesBackground(env)) return;
      isAsked = true;
      isAwaited = true;
      write(QUERY);
      // A reply that has arrived while the program was busy is read before `setImmediate`.
      setTimeout(() => setImmediate(() => (isLate = true)), DEADLINE_MS).unref();
    },
    /** Takes the reply out of the input, also if it comes in parts. */
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
