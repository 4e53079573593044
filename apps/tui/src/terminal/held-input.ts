/**
 * Input such as Esc may be a key or the beginning of a terminal report, so the input waits this long for the rest of a
 * report. Ink waits equally long.
 */
const PART_MS = 20;

interface HeldOptions {
  begun(): RegExp;
  /** First characters of a report, which no key sends. Input that begins with them waits for the rest without limit. */
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
