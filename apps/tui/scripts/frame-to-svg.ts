import {rgbAt} from '../src/theme/colour.ts';
import type {Cell, Color} from '../test/pty/terminal-screen.ts';
import {glyphPath, rect, round} from './glyph-paths.ts';

export type Frame = readonly (readonly Cell[])[];
type SvgOptions = {title?: string; label?: string};

const FONT = "ui-monospace,'SF Mono',Menlo,'DejaVu Sans Mono','Cascadia Mono',Consolas,'Liberation Mono',monospace";
const FONT_SIZE = 14;
// 8.43 px is 0.602 em, the character width of the first fonts in FONT. textLength corrects the width of other fonts.
const CELL = {width: 8.43, height: 19, baseline: 14};
const PADDING = 14;
const BAR = 34;

const BACKGROUND = '#15181e';
const FOREGROUND = '#d5dae3';
const BASE = [
  ['#2a2f3a', '#f2777a', '#8fca7c', '#e8c06a', '#6cb0f2', '#c794ea', '#5fc9c9', '#c5cbd6'],
  ['#6b7484', '#ff9a9a', '#acdf9a', '#ffd98a', '#93c8ff', '#dcb4f7', '#8ae3e3', '#f4f6fa'],
].flat();
/** Share of the foreground colour in the colour of dim text. */
const DIM = 0.58;

const hex = (channels: readonly number[]): string =>
  `#${channels.map(value => Math.round(value).toString(16).padStart(2, '0')).join('')}`;

const paletteColor = (index: number): string => (index < 16 ? (BASE[index] ?? FOREGROUND) : hex(rgbAt(index)));

const resolve = (color: Color, fallback: string): string => {
  if (color === 'default') return fallback;
  return typeof color === 'number' ? paletteColor(color) : color;
};

const mix = (first: string, second: string, share: number): string => {
  const channel = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16);
  return hex([1, 3, 5].map(at => channel(first, at) * share + channel(second, at) * (1 - share)));
};

const colorsOf = (cell: Cell): {fg: string; bg: string} => {
  const own = {fg: resolve(cell.fg, FOREGROUND), bg: resolve(cell.bg, BACKGROUND)};
  const {fg, bg} = cell.inverse ? {fg: own.bg, bg: own.fg} : own;
  return {fg: cell.dim ? mix(fg, bg, DIM) : fg, bg};
};

type Run = {x: number; cells: number; text: string; style: string};
type Paths = Map<string, string>;

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const left = (x: number): number => PADDING + x * CELL.width;
const top = (y: number): number => BAR + PADDING + y * CELL.height;

const styleOf = (cell: Cell): string =>
  [
    `fill="${colorsOf(cell).fg}"`,
    cell.bold ? ' font-weight="700"' : '',
    cell.italic ? ' font-style="italic"' : '',
    cell.underline || cell.strikethrough ? ` text-decoration="${cell.underline ? 'underline' : 'line-through'}"` : '',
  ].join('');

const isBlank = (cell: Cell): boolean => cell.invisible || cell.chars.trim() === '';
/** Characters that every monospace font has. Others may come from a fallback font, with another character width. */
const FLOWING = /^[\x20-\x7E\u00A0-\u024F]+$/u;

const addPath = (paths: Paths, attributes: string, data: string): void => {
  paths.set(attributes, (paths.get(attributes) ?? '') + data);
};

const readRow = (row: readonly Cell[], y: number, paths: {background: Paths; drawn: Paths}): Run[] => {
  const runs: Run[] = [];
  let open: Run | undefined;
  row.forEach((cell, x) => {
    const {fg, bg} = colorsOf(cell);
    const box = {x: left(x), y: top(y), width: CELL.width, height: CELL.height};
    if (bg !== BACKGROUND) addPath(paths.background, `fill="${bg}"`, rect(box.x, box.y, box.width, box.height));
    if (cell.width === 0) return;
    const glyph = isBlank(cell) ? undefined : glyphPath(cell.chars, box);
    const style = styleOf(cell);
    if (glyph !== undefined) {
      const isLine = glyph.stroke !== undefined;
      const attributes = isLine ? `fill="none" stroke="${fg}" stroke-width="${glyph.stroke}"` : `fill="${fg}"`;
      addPath(paths.drawn, attributes, glyph.data);
      open = undefined;
    } else if (!FLOWING.test(cell.chars || ' ')) {
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

/** Splits at two or more spaces, so that columns stay aligned in a viewer that ignores textLength. */
const splitRun = (run: Run): Run[] =>
  Array.from(run.text.matchAll(/\S+(?: \S+)*/gu), ({0: text, index}) => ({
    ...run,
    x: run.x + index,
    cells: text === run.text ? run.cells : text.length,
    text,
  }));

const textOf = (run: Run, y: number): string => {
  const isFlowing = run.cells === run.text.length && FLOWING.test(run.text);
  const baseline = round(top(y) + CELL.baseline);
  const width = run.cells * CELL.width;
  const place = isFlowing
    ? `x="${round(left(run.x))}" y="${baseline}" textLength="${round(width)}"`
    : `x="${round(left(run.x) + width / 2)}" y="${baseline}" text-anchor="middle"`;
  return `<text ${place} ${run.style}>${escapeXml(run.text)}</text>`;
};

const elementsOf = (paths: Paths): string[] =>
  [...paths].map(([attributes, data]) => `<path ${attributes} d="${data}"/>`);

const CAPTION = 30;

const windowOf = (width: number, height: number, title: string): string[] => [
  `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="9" fill="${BACKGROUND}" stroke="#343b48"/>`,
  `<path d="M1 ${BAR}V10a9 9 0 0 1 9-9H${width - 10}a9 9 0 0 1 9 9V${BAR}z" fill="#1f242d"/>`,
  ...['#f2777a', '#e8c06a', '#8fca7c'].map(
    (color, i) => `<circle cx="${20 + i * 18}" cy="17" r="5.5" fill="${color}"/>`,
  ),
  `<text x="${width / 2}" y="21.5" text-anchor="middle" font-size="12.5" fill="#8b94a5">${escapeXml(title)}</text>`,
];

const sizeOf = (frame: Frame) => ({
  width: Math.ceil(Math.max(1, ...frame.map(row => row.length)) * CELL.width + PADDING * 2),
  height: BAR + PADDING * 2 + frame.length * CELL.height,
});

const drawFrame = (frame: Frame): string[] => {
  const paths = {background: new Map<string, string>(), drawn: new Map<string, string>()};
  const texts = frame.flatMap((row, y) =>
    readRow(row, y, paths)
      .flatMap(splitRun)
      .map(run => textOf(run, y)),
  );
  return [
    '<g shape-rendering="crispEdges">',
    ...elementsOf(paths.background),
    '</g>',
    ...elementsOf(paths.drawn),
    ...texts,
  ];
};

const drawSvg = (
  {width, height}: ReturnType<typeof sizeOf>,
  {title = '', label = title}: SvgOptions,
  {style, content}: {readonly style: string; readonly content: readonly string[]},
): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeXml(label)}" font-family="${FONT}" font-size="${FONT_SIZE}">`,
    `<style>text{white-space:pre}${style}</style>`,
    ...windowOf(width, height, title),
    ...content,
    '</svg>',
    '',
  ].join('\n');

export const frameToSvg = (frame: Frame, options: SvgOptions = {}): string =>
  drawSvg(sizeOf(frame), options, {style: '', content: drawFrame(frame)});

export interface Scene {
  readonly frame: Frame;
  readonly keys: string;
  readonly caption: string;
  readonly seconds: number;
}

/** Viewers without animation, and readers who prefer reduced motion, see the last scene. */
export const scenesToSvg = (scenes: readonly Scene[], options: SvgOptions = {}): string => {
  const [first] = scenes;
  if (first === undefined) throw new Error('There is no scene.');
  const {width, height} = sizeOf(first.frame);
  const total = scenes.reduce((sum, {seconds}) => sum + seconds, 0);
  let start = 0;
  const keyframes = scenes.map(({seconds}, at) => {
    const [from, to] = [start, start + seconds].map(time => `${round((100 * time) / total)}%`);
    start += seconds;
    const before = at === 0 ? '' : '0%{opacity:0}';
    const after = at === scenes.length - 1 ? '' : `${to}{opacity:0}`;
    return `@keyframes s${at}{${before}${from}{opacity:1}${after}}.s${at}{animation:s${at} ${total}s step-end infinite}`;
  });
  const content = scenes.flatMap(({frame, keys, caption}, at) => [
    `<g class="s${at}"${at < scenes.length - 1 ? ' opacity="0"' : ''}>`,
    ...drawFrame(frame),
    ...captionOf(height, keys, caption),
    '</g>',
  ]);
  return drawSvg({width, height: height + CAPTION}, options, {
    style: `@media (prefers-reduced-motion:no-preference){${keyframes.join('')}}`,
    content,
  });
};

const captionOf = (y: number, keys: string, caption: string): string[] => {
  const width = keys === '' ? 0 : (keys.length + 2) * CELL.width;
  const key = [
    `<rect x="${PADDING}" y="${y}" width="${round(width)}" height="21" rx="4" fill="#e8c06a"/>`,
    `<text x="${round(PADDING + width / 2)}" y="${y + 15}" text-anchor="middle" font-weight="700" fill="${BACKGROUND}">${escapeXml(keys)}</text>`,
  ];
  const x = round(PADDING + (keys === '' ? 0 : width + CELL.width));
  return [...(keys === '' ? [] : key), `<text x="${x}" y="${y + 15}" fill="#f4f6fa">${escapeXml(caption)}</text>`];
};
