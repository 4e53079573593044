import {clustersOf} from './width.ts';

/** Breaks a text at spaces if possible, and leaves out those spaces. A character wider than a line becomes a blank. */
export const wrap = (text: string, cells: number): string[] => {
  const width = Math.max(1, cells);
  const whole = width < 16 ? blankWide(text, width) : text;
  const lines: string[] = [];
  let start = 0;
  let used = 0;
  // Index after the last space at which the line can be broken. Spaces before the first word do not count.
  let breakAt = 0;
  let usedAtBreak = 0;
  let hasWord = false;

  const endLine = (end: number, from: number, carried: number): void => {
    lines.push(whole.slice(start, end));
    start = from;
    used = carried;
    breakAt = from;
    hasWord = carried > 0;
  };

  let at = 0;
  for (const cluster of clustersOf(whole)) {
    const next = at + cluster.text.length;
    const isSpace = cluster.text === ' ';
    if (isSpace && used + 1 > width) endLine(at, next, 0);
    else {
      while (used > 0 && used + cluster.width > width) {
        if (breakAt > start) endLine(breakAt - 1, breakAt, used - usedAtBreak);
        else endLine(at, at, 0);
      }
      used += cluster.width;
      if (isSpace && hasWord) {
        breakAt = next;
        usedAtBreak = used;
      }
      hasWord ||= !isSpace;
    }
    at = next;
  }
  return [...lines, whole.slice(start)];
};

const blankWide = (text: string, cells: number): string =>
  [...clustersOf(text)].map(cluster => (cluster.width > cells ? ' ' : cluster.text)).join('');
