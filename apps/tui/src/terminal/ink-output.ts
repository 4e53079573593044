const ENTER = '\u001B[?1049h';
const HOME = '\u001B[H';
const SKIPPED_ROWS = /(?:\u001B\[E){2,}/g;
const STEPS = /(?:\n|\u001B\[E){2,}/g;
const STEP = /\n|\u001B\[E/g;
/** Matches a partial update by Ink, which is a move up to the first row, followed by changes to rows and moves down. */
const CHANGES = /^\u001B\[(\d+)A(?:\u001B\[(?:[EK]|\d*G|[\d;]*m)|[^\p{Cc}]|\n)*$/u;
const FIRST_STEPS = /^\u001B\[\d+A((?:\u001B\[E)+)/;

const stepsOf = (moves: string): number => moves.match(STEP)?.length ?? 0;
const down = (moves: string): string => `\u001B[${stepsOf(moves)}E`;

// Joins consecutive moves to the next row, which saves up to a sixth of the output when the selection changes. In
// the last row, `\n` scrolls, but a joined move would not. So `\n` is joined only if no move can start in the last row.
const joinMoves = (chunk: string, rows: number): string => {
  const [, up] = CHANGES.exec(chunk) ?? [];
  const onlyRows = Number(up) >= rows - 1 && stepsOf(chunk) <= rows - 1;
  if (!onlyRows) return chunk.replace(SKIPPED_ROWS, down);
  return chunk.replace(FIRST_STEPS, (_moves, steps: string) => `\u001B[${stepsOf(steps) + 1}H`).replace(STEPS, down);
};

export const inkOutput = (chunk: string, rows: number): string =>
  // Ink starts at the shell's cursor. If that is not at the left margin, the first line would wrap and scroll.
  joinMoves(chunk.replaceAll(ENTER, ENTER + HOME), rows);
