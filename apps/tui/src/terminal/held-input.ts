/** How long a part is held that may be a key, such as Esc: as long as Ink waits for the rest of a sequence. */
const PART_MS = 20;

interface HeldOptions {
  /** Returns the pattern of the first part of a sequence at the end of a chunk. */
  begun(): RegExp;
  /** A part that begins with this text is no key. It is held until the rest arrives. */
  readonly certain: string;
  /** Puts text back in front of the input. It is read again. */
  unread(text: string): void;
}

/** Holds the first part of a sequence that is split over two reads. A part that may be a key is held for 20 ms. */
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
    /** Returns a chunk with the held part before it. */
    join(chunk: string): string {
      clearTimeout(timer);
      const text = part + chunk;
      part = '';
      return text;
    },
    /** Returns the text without the part at its end, which is held. */
    cut(text: string): string {
      part = isUnread ? '' : (begun().exec(text)?.[0] ?? '');
      isUnread = false;
      if (part !== '' && !part.startsWith(certain)) timer = setTimeout(giveBack, PART_MS);
      return text.slice(0, text.length - part.length);
    },
  };
};
