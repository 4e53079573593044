import headless from '@xterm/headless';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {inkOutput} from './ink-output.ts';

const ROWS = 8;
const COLUMNS = 12;
const csi = (text: string): string => `\u001B[${text}`;

test('inkOutput moves the cursor to the top left when Ink enters the alternate screen', () => {
  expect(inkOutput(`a${csi('?1049h')}b`, ROWS)).toBe(`a${csi('?1049h')}${csi('H')}b`);
});

test('inkOutput joins adjacent cursor steps to one move, and does not change a single step', () => {
  expect(inkOutput(`a${csi('E').repeat(3)}b${csi('E')}c`, ROWS)).toBe(`a${csi('3E')}b${csi('E')}c`);
});

test('inkOutput moves the cursor directly to each changed row', () => {
  const chunk = `${csi('7A')}${csi('E').repeat(2)}a\n${csi('E')}b\n${csi('E').repeat(2)}`;
  expect(inkOutput(chunk, ROWS)).toBe(`${csi('3H')}a${csi('2E')}b${csi('3E')}`);
});

/** Resolves to the screen and cursor of a terminal after it has received an output. */
const createScreen = () => {
  // The emulator converts LF to CRLF, as a tty driver does.
  const terminal = new headless.Terminal({cols: COLUMNS, rows: ROWS, allowProposedApi: true, convertEol: true});
  return async (output: string): Promise<string> => {
    terminal.reset();
    await new Promise<void>(resolve => terminal.write(output, resolve));
    const {active} = terminal.buffer;
    const row = (y: number): string =>
      Array.from({length: COLUMNS}, (_, x) => active.getLine(y)?.getCell(x))
        .map(cell => `${cell?.isInverse() ? '!' : ''}${cell?.getChars() || ' '}`)
        .join('');
    return [...Array.from({length: active.length}, (_, y) => row(y)), active.cursorX, active.cursorY].join('\n');
  };
};

const styled = fc
  .tuple(fc.stringMatching(/^[a-z0-9 ]{0,8}$/), fc.boolean())
  .map(([text, inverse]) => (inverse ? `${csi('7m')}${text}${csi('27m')}` : text));
const changed = fc
  .tuple(fc.integer({min: 1, max: 4}), styled)
  .map(([column, text]) => `${csi(`${column}G`)}${csi('K')}${text}`);
/** Ink skips or rewrites each row of a screen update. */
const frame = fc
  .array(fc.option(changed, {nil: undefined, freq: 1}), {minLength: ROWS, maxLength: ROWS})
  .map(
    lines =>
      csi(`${ROWS - 1}A`) +
      lines.map((line, at) => (at === ROWS - 1 ? (line ?? '') : line === undefined ? csi('E') : `${line}\n`)).join(''),
  );
/** Some moves reach the edges of the screen. */
const moves = fc
  .tuple(
    fc.integer({min: ROWS - 4, max: ROWS + 1}),
    fc.array(
      fc.oneof(
        {weight: 12, arbitrary: fc.constantFrom('\n', csi('E'))},
        {weight: 4, arbitrary: changed},
        {weight: 1, arbitrary: fc.constantFrom(csi('2A'), csi('3;3H'), csi('2B'), csi('?2026l'), '\v', '\t', '\r')},
      ),
      {minLength: ROWS - 3, maxLength: ROWS + 6},
    ),
  )
  .map(([up, tokens]) => csi(`${up}A`) + tokens.join(''));
const place = fc.record({x: fc.integer({min: 1, max: COLUMNS}), y: fc.integer({min: 1, max: ROWS})});
const before = Array.from(
  {length: ROWS},
  (_, row) => `${csi(`${row + 1};1H`)}${'abcdefgh'[row]}${'.'.repeat(COLUMNS - 1)}`,
);

test('the output of inkOutput gives the same screen and cursor as the original output of Ink', async () => {
  const [ours, inks] = [createScreen(), createScreen()];
  await fc.assert(
    fc.asyncProperty(place, fc.array(fc.oneof(frame, moves), {maxLength: 3}), async ({x, y}, chunks) => {
      const start = [...before, csi(`${y};${x}H`)].join('');
      const written = chunks.map(chunk => inkOutput(chunk, ROWS)).join('');
      expect(await ours(start + written)).toBe(await inks(start + chunks.join('')));
    }),
    {numRuns: 800},
  );
});
