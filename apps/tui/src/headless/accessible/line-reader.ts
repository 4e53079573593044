import {createInterface} from 'node:readline';

/** Lines of standard input, without an echo or a cursor of our own. */
export interface LineReader {
  /** Undefined at the end of the input. */
  next(): Promise<string | undefined>;
  /** The same, for a secret: a terminal does not show it. `ask` is called when its echo is off. */
  nextHidden(ask: () => void): Promise<string | undefined>;
  close(): void;
}

type Input = NodeJS.ReadableStream & {readonly isTTY?: boolean; setRawMode?(mode: boolean): unknown};

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const BACKSPACE = /[^\u007f\b][\u007f\b]/;

export const createLineReader = (input: Input, signal: AbortSignal): LineReader => {
  const reader = createInterface({input, terminal: false, signal});
  // Holds the lines that come while a command runs.
  const lines = reader[Symbol.asyncIterator]();
  const next = async (): Promise<string | undefined> => {
    const {done, value} = await lines.next();
    return done === true ? undefined : value;
  };
  return {
    next,
    async nextHidden(ask) {
      if (input.isTTY !== true) {
        ask();
        return next();
      }
      input.setRawMode?.(true);
      try {
        ask();
        // Without its own handling of keys, the terminal sends backspaces and interrupts as characters.
        let line = await next();
        if (line === undefined || line.includes(CTRL_C) || line.includes(CTRL_D)) return undefined;
        while (BACKSPACE.test(line)) line = line.replace(BACKSPACE, '');
        return line;
      } finally {
        input.setRawMode?.(false);
      }
    },
    close: () => reader.close(),
  };
};
