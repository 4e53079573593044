import {createInterface} from 'node:readline';

type Input = NodeJS.ReadableStream & {readonly isTTY?: boolean; setRawMode?(mode: boolean): unknown};

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const BACKSPACE = /[^\u007f\b][\u007f\b]/;

export type LineReader = ReturnType<typeof createLineReader>;

export const createLineReader = (input: Input, signal: AbortSignal) => {
  const reader = createInterface({input, terminal: false, signal});
  // The iterator is created now, because it buffers the lines that arrive while a command runs.
  const lines = reader[Symbol.asyncIterator]();
  const next = async (): Promise<string | undefined> => {
    const {done, value} = await lines.next();
    return done === true ? undefined : value;
  };
  return {
    next,
    /** `ask` prints the prompt, after the echo has been switched off. */
    async nextHidden(ask: () => void): Promise<string | undefined> {
      if (input.isTTY !== true) {
        ask();
        return next();
      }
      input.setRawMode?.(true);
      try {
        ask();
        // In raw mode, backspaces and interrupts arrive as characters of the line.
        let line = await next();
        if (line === undefined || line.includes(CTRL_C) || line.includes(CTRL_D)) return undefined;
        while (BACKSPACE.test(line)) line = line.replace(BACKSPACE, '');
        return line;
      } finally {
        input.setRawMode?.(false);
      }
    },
    /** Stops reading while `run` runs a program that reads the terminal itself. */
    async lend<T>(run: () => Promise<T>): Promise<T> {
      reader.pause();
      return run().finally(() => reader.resume());
    },
    close: () => reader.close(),
  };
};
