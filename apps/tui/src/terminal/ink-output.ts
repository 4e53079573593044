const ENTER = '\u001B[?1049h';
const HOME = '\u001B[H';
const SKIPPED_ROWS = /(?:\u001B\[E){2,}/g;
const SKIP_LENGTH = '\u001B[E'.length;

/** What Ink writes, as it has to reach a terminal. */
export const inkOutput = (chunk: string): string =>
  chunk
    // Ink leaves the cursor where the shell had it, and a first line that does not begin at the left margin wraps and
    // pushes the header out of sight.
    .replaceAll(ENTER, ENTER + HOME)
    // Ink steps over rows that did not change one by one; one step is a sixth of the bytes of a cursor move.
    .replace(SKIPPED_ROWS, run => `\u001B[${run.length / SKIP_LENGTH}E`);

/** A terminal for Ink to write to. */
export const forInk = (stdout: NodeJS.WriteStream): NodeJS.WriteStream =>
  new Proxy(stdout, {
    get: (target, property) => {
      const value: unknown = Reflect.get(target, property);
      if (typeof value !== 'function') return value;
      if (property !== 'write') return value.bind(target);
      return (chunk: unknown, ...rest: unknown[]): unknown =>
        value.call(target, typeof chunk === 'string' ? inkOutput(chunk) : chunk, ...rest);
    },
  });
