import type {Cell} from '../test/pty/screen.ts';
import {drawGlyph} from './frame-to-svg-glyphs.ts';
import {BACKGROUND, FOREGROUND, inkOf} from './frame-to-svg-palette.ts';

/** The visible cells of a terminal, row by row, as the pty harness gives them. */
export type Frame = readonly (readonly Cell[])[];
export type SvgOptions = {
  /** Shown in the title bar. */
  title?: string;
  /** What the picture shows, for screen readers. */
  label?: string;
  /** Drawn as an outline when given. */
  cursor?: {x: number; y: number};
};

const FONT = "ui-monospace,'SF Mono',Menlo,'DejaVu Sans Mono','Cascadia Mono',Consolas,'Liberation Mono',monospace";
const FONT_SIZE = 14;
// 0.602 em is the advance of the first fonts in the stack; textLength corrects the others.
const CELL = {width: 8.43, height: 19, baseline: 14};
const PADDING = 14;
const BAR = 34;

/** Cells next to each other that look alike. `kind` tells text that may flow from glyphs that need a place each. */
type Run = {x: number; cells: number; text: string; style: string};
/** Path data by colour, fill or line: a thousand block cells become a few paths. */
type Paths = Map<string, string>;

const round = (value: number): string => String(Math.round(value * 100) / 100);
const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const left = (x: number): number => PADDING + x * CELL.width;
const top = (y: number): number => BAR + PADDING + y * CELL.height;

const styleOf = (cell: Cell): string =>
  [
    `fill="${inkOf(cell).ink}"`,
    cell.bold ? ' font-weight="700"' : '',
    cell.italic ? ' font-style="italic"' : '',
    cell.underline || cell.strikethrough ? ` text-decoration="${cell.underline ? 'underline' : 'line-through'}"` : '',
  ].join('');

const isBlank = (cell: Cell): boolean => cell.invisible || cell.chars.trim() === '';
/** Text of the monospace font itself; everything else may come from another font, with another advance. */
const flows = (cell: Cell): boolean => /^[\x20-\x7E\u00A0-\u024F]$/u.test(cell.chars || ' ');

const addPath = (paths: Paths, key: string, data: string): void => {
  paths.set(key, (paths.get(key) ?? '') + data);
};

/** Sorts the cells of a row into paper, drawn glyphs and runs of text. */
const readRow = (row: readonly Cell[], y: number, paths: {paper: Paths; drawn: Paths}): Run[] => {
  const runs: Run[] = [];
  let open: Run | undefined;
  row.forEach((cell, x) => {
    const {ink, paper} = inkOf(cell);
    const box = {x: left(x), y: top(y), width: CELL.width, height: CELL.height};
    if (paper !== BACKGROUND) {
      addPath(paths.paper, paper, `M${round(box.x)} ${box.y}h${round(box.width)}v${box.height}h${round(-box.width)}z`);
    }
    if (cell.width === 0) return;
    const drawn = isBlank(cell) ? undefined : drawGlyph(cell.chars, box);
    const style = styleOf(cell);
    if (drawn !== undefined) {
      const key = 'fill' in drawn ? `fill="${ink}"` : `fill="none" stroke="${ink}" stroke-width="${drawn.weight}"`;
      addPath(paths.drawn, key, 'fill' in drawn ? drawn.fill : drawn.stroke);
      open = undefined;
    } else if (!flows(cell)) {
      if (!isBlank(cell)) runs.push({x, cells: cell.width, text: cell.chars, style});
      open = undefined;
    } else if (open?.style === style) {
      open.text += isBlank(cell) ? ' ' : cell.chars;
      open.cells += 1;
    } else {
      open = {x, cells: 1, text: isBlank(cell) ? ' ' : cell.chars, style};
      runs.push(open);
    }
  });
  return runs;
};

/** Splits a run at wide gaps, so that columns hold even in a viewer that ignores textLength. */
const splitRun = (run: Run): Run[] =>
  Array.from(run.text.matchAll(/\S+(?: \S+)*/gu), ({0: text, index}) => ({
    ...run,
    x: run.x + index,
    cells: text === run.text ? run.cells : text.length,
    text,
  }));

const textOf = (run: Run, y: number): string => {
  const isFlowing = run.cells === run.text.length && /^[\x20-\x7E\u00A0-\u024F]+$/u.test(run.text);
  const baseline = round(top(y) + CELL.baseline);
  const width = run.cells * CELL.width;
  const place = isFlowing
    ? `x="${round(left(run.x))}" y="${baseline}" textLength="${round(width)}"`
    : `x="${round(left(run.x) + width / 2)}" y="${baseline}" text-anchor="middle"`;
  return `<text ${place} ${run.style}>${escapeXml(run.text)}</text>`;
};

const pathsToSvg = (paths: Paths, isKeyColor: boolean): string[] =>
  [...paths].map(([key, data]) => `<path ${isKeyColor ? `fill="${key}"` : key} d="${data}"/>`);

const windowOf = (width: number, height: number, title: string): string[] => [
  `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="9" fill="${BACKGROUND}" stroke="#343b48"/>`,
  `<path d="M1 ${BAR}V10a9 9 0 0 1 9-9H${width - 10}a9 9 0 0 1 9 9V${BAR}z" fill="#1f242d"/>`,
  ...['#f2777a', '#e8c06a', '#8fca7c'].map(
    (color, i) => `<circle cx="${20 + i * 18}" cy="17" r="5.5" fill="${color}"/>`,
  ),
  `<text x="${width / 2}" y="21.5" text-anchor="middle" font-size="12.5" fill="#8b94a5">${escapeXml(title)}</text>`,
];

/**
 * A terminal frame as a self-contained SVG picture in a window. The same frame gives the same text, byte for byte, so
 * that a committed picture changes only when the screen does.
 */
export const frameToSvg = (frame: Frame, options: SvgOptions = {}): string => {
  const {title = '', label = title, cursor} = options;
  const columns = Math.max(1, ...frame.map(row => row.length));
  const width = Math.ceil(columns * CELL.width + PADDING * 2);
  const height = BAR + PADDING * 2 + frame.length * CELL.height;
  const paths = {paper: new Map<string, string>(), drawn: new Map<string, string>()};
  const texts = frame.flatMap((row, y) =>
    readRow(row, y, paths)
      .flatMap(splitRun)
      .map(run => textOf(run, y)),
  );
  const outline =
    cursor &&
    `<rect x="${round(left(cursor.x))}" y="${top(cursor.y)}" width="${CELL.width}" height="${CELL.height}" fill="none" stroke="${FOREGROUND}"/>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeXml(label)}" font-family="${FONT}" font-size="${FONT_SIZE}">`,
    '<style>text{white-space:pre}</style>',
    ...windowOf(width, height, title),
    '<g shape-rendering="crispEdges">',
    ...pathsToSvg(paths.paper, true),
    '</g>',
    ...pathsToSvg(paths.drawn, false),
    ...texts,
    ...(outline ? [outline] : []),
    '</svg>',
    '',
  ].join('\n');
};
