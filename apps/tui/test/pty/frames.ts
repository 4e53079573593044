const BEGIN = '\u001B[?2026h';
const END = '\u001B[?2026l';

/** How much of a text can be shown: what comes behind the start of an update waits for the end of the update. */
const shownLength = (text: string): number => {
  const begin = text.lastIndexOf(BEGIN);
  if (begin > text.lastIndexOf(END)) return begin;
  for (let cut = Math.min(BEGIN.length - 1, text.length); cut > 0; cut--) {
    if (BEGIN.startsWith(text.slice(-cut))) return text.length - cut;
  }
  return text.length;
};

/**
 * Passes output on in whole synchronised updates, as a terminal that knows them shows it: nobody ever looks at half a
 * frame. `flush` passes on what is left when the program ends in the middle of one.
 */
export const createFrames = (show: (text: string) => void): {push(data: string): void; flush(): void} => {
  let held = '';
  const pass = (length: number) => {
    if (length > 0) show(held.slice(0, length));
    held = held.slice(length);
  };
  return {
    push: data => {
      held += data;
      pass(shownLength(held));
    },
    flush: () => pass(held.length),
  };
};
