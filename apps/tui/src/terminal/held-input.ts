/** How long the beginning of a sequence is held if it may be a key such as Esc, in milliseconds. Ink waits as long. */
const PART_MS = 20;

interface HeldOptions {
  /** Matches the beginning of a sequence at the end of a chunk. */
  begun(): RegExp;
  /**
   * A beginning that no key has. A text that begins with it is held until the rest of the sequence arrives, without a
   * time limit.
   */
  readonly certain: string;
  /** Puts a text back into the input. The next read returns it. */
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
    /** Puts the held text in front of the chunk. */
    join(chunk: string): string {
      clearTimeout(timer);
      const text = part + chunk;
      part = '';
      return text;
    },
    /**
     * Returns the text before an incomplete escape sequence at its end, and holds that sequence. Returns the whole text
     * if there is none.
     */
    cut(text: string): string {
      part = isUnread ? '' : (begun().exec(text)?.[0] ?? '');
      isUnread = false;
      if (part !== '' && !part.startsWith(certain)) timer = setTimeout(giveBack, PART_MS);
      return text.slice(0, text.length - part.length);
    },
  };
};
