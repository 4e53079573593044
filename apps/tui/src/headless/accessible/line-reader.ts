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
  let buffer = '';
  let ended = false;
  let wake: (() => void) | undefined;
  const onData = (chunk: Buffer | string): void => {
    buffer += String(chunk);
    wake?.();
  };
  const end = (): void => {
    ended = true;
    wake?.();
  };
  input.on('data', onData).on('end', end);
  signal.addEventListener('abort', end);
  const next = async (): Promise<string | undefined> => {
    for (;;) {
      const [whole, line] = /^([^\r\n]*)(?:\r\n|\r|\n)/.exec(buffer) ?? [];
      if (whole !== undefined) {
        buffer = buffer.slice(whole.length);
        return line;
      }
      if (ended) return undefined;
      await new Promise<void>(resolve => {
        wake = resolve;
      });
    }
  };
  return {
    next,
    async nextHidden(ask) {
      if (input.isTTY === true) input.setRawMode?.(true);
      try {
        ask();
        if (input.isTTY !== true) return await next();
        const line = await next();
        if (line === undefined || line.includes(CTRL_C) || line.includes(CTRL_D)) return undefined;
        let text = line;
        while (BACKSPACE.test(text)) text = text.replace(BACKSPACE, '');
        return text;
      } finally {
        if (input.isTTY === true) input.setRawMode?.(false);
      }
    },
    close() {
      input.off('data', onData).off('end', end);
      signal.removeEventListener('abort', end);
      input.pause();
    },
  };
};
