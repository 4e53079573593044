/** How long the beginning of a sequence is held, in ms, if it may be a key such as Esc. Ink waits as long. */
const PART_MS = 20;

interface HeldOptions {
  /** Returns the pattern that matches the beginning of a sequence at the end of a chunk. */
  begun(): RegExp;
  /** A held text that begins with `certain` cannot be a key, so it is held until the rest of the sequence arrives. */
  readonly certain: string;
  /** Puts text back into the input, so that it is read next. */
  unread(text: string): void;
}

/** Holds the beginning of a sequence until the next chunk brings the rest. Text that may be a key is held for 20 ms. */
export const createHeldInput = ({begun, certain, unread}: HeldOptions) => {
  let part = '';
  let isUnread = false;
  let timer: NodeJS.Timeout | undefined;
  const giveBack = (): void => {
    const text = part;
    part = '';
    isUnread = true;
    unread(text);
  };
  return {
    /** Returns the held text and the chunk as one text. */
    join(chunk: string): string {
      clearTimeout(timer);
      const text = part + chunk;
      part = '';
      return text;
    },
    /**
     * If a text ends in the middle of an escape sequence, keeps that beginning for the next text. Returns the text
     * before it.
     */
    cut(text: string): string {
      part = isUnread ? '' : (begun().exec(text)?.[0] ?? '');
      isUnread = false;
      if (part !== '' && !part.startsWith(certain)) timer = setTimeout(giveBack, PART_MS);
      return text.slice(0, text.length - part.length);
    },
  };
};
