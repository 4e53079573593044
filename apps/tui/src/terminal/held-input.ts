/** How long a text is held that may be a key such as Esc. Ink waits as long. */
const PART_MS = 20;

interface HeldOptions {
  begun(): RegExp;
  /**
   * First characters of a terminal report, which no key sends. Input that begins with these characters waits for the
   * rest of the report without a time limit.
   */
  readonly certain: string;
  unread(text: string): void;
}

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
    join(chunk: string): string {
      clearTimeout(timer);
      const text = part + chunk;
      part = '';
      return text;
    },
    cut(text: string): string {
      part = isUnread ? '' : (begun().exec(text)?.[0] ?? '');
      isUnread = false;
      if (part !== '' && !part.startsWith(certain)) timer = setTimeout(giveBack, PART_MS);
      return text.slice(0, text.length - part.length);
    },
  };
};
