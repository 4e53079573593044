const ENTER = '\u001B[?1049h';
const HOME = '\u001B[H';
const SKIPPED_ROWS = /(?:\u001B\[E){2,}/g;
const STEPS = /(?:\n|\u001B\[E){2,}/g;
const STEP = /\n|\u001B\[E/g;
/** What Ink writes where a part of a frame changed: up to the first row, then in it and down from it alone. */
const CHANGES = /^\u001B\[(\d+)A(?:\u001B\[(?:[EK]|\d*G|[\d;]*m)|[^\p{Cc}]|\n)*$/u;
const FIRST_STEPS = /^\u001B\[\d+A((?:\u001B\[E)+)/;

const stepsOf = (moves: string): number => moves.match(STEP)?.length ?? 0;
const down = (moves: string): string => `\u001B[${stepsOf(moves)}E`;

/**
 * One move for several: they are a sixth of the bytes of a cursor move. The move up has to reach the top of the
 * terminal from any of its rows, and no step down may be on the last row, where `\n` scrolls and `E` does not.
 */
const joinMoves = (chunk: string, rows: number): string => {
  const [, up] = CHANGES.exec(chunk) ?? [];
  const onlyRows = Number(up) >= rows - 1 && stepsOf(chunk) <= rows - 1;
  if (!onlyRows) return chunk.replace(SKIPPED_ROWS, down);
  return chunk.replace(FIRST_STEPS, (_moves, steps: string) => `\u001B[${stepsOf(steps) + 1}H`).replace(STEPS, down);
};

/** What Ink writes, as it has to reach a terminal of so many rows. */
export const inkOutput = (chunk: string, rows: number): string =>
  // Ink leaves the cursor where the shell had it, and a first line that does not begin at the left margin wraps and
  // pushes the header out of sight.
  joinMoves(chunk.replaceAll(ENTER, ENTER + HOME), rows);

/** A terminal for Ink to write to. */
export const forInk = (stdout: NodeJS.WriteStream): NodeJS.WriteStream =>
  new Proxy(stdout, {
    get: (target, property) => {
      const value: unknown = Reflect.get(target, property);
      if (typeof value !== 'function') return value;
      if (property !== 'write') return value.bind(target);
      return (chunk: unknown, ...rest: unknown[]): unknown =>
        value.call(target, typeof chunk === 'string' ? inkOutput(chunk, target.rows) : chunk, ...rest);
    },
  });
