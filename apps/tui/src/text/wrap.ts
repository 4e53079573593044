import {type Cluster, clustersOf} from './width.ts';

type Wrapper = {add(cluster: Cluster): void; finish(): string[]};

const createWrapper = (text: string, cells: number): Wrapper => {
  const lines: string[] = [];
  let lineStart = 0;
  let at = 0;
  let used = 0;
  // After the last space to break at. Spaces before the first word are indentation.
  let breakAt = 0;
  let usedAtBreak = 0;
  let hasWord = false;

  const startLine = (from: number, usedAlready: number) => {
    lineStart = from;
    used = usedAlready;
    breakAt = from;
    hasWord = usedAlready > 0;
  };
  const breakLine = () => {
    if (breakAt > lineStart) {
      lines.push(text.slice(lineStart, breakAt - 1));
      startLine(breakAt, used - usedAtBreak);
    } else {
      lines.push(text.slice(lineStart, at));
      startLine(at, 0);
    }
  };
  const add = (cluster: Cluster) => {
    const next = at + cluster.text.length;
    if (cluster.text === ' ' && used + 1 > cells) {
      lines.push(text.slice(lineStart, at));
      startLine(next, 0);
    } else {
      while (used > 0 && used + cluster.width > cells) breakLine();
      used += cluster.width;
      if (cluster.text !== ' ') hasWord = true;
      else if (hasWord) {
        breakAt = next;
        usedAtBreak = used;
      }
    }
    at = next;
  };
  return {
    add,
    finish: () => [...lines, text.slice(lineStart)],
  };
};

const blankWide = (text: string, cells: number): string => {
  let out = '';
  for (const cluster of clustersOf(text)) out += cluster.width > cells ? ' ' : cluster.text;
  return out;
};

/**
 * Splits text into lines of at most `cells`, at spaces where possible. The space at a break is dropped; indentation
 * stays. Returns at least one line. A character wider than a line becomes a space.
 */
export const wrap = (text: string, cells: number): string[] => {
  const width = Math.max(1, cells);
  const whole = width < 16 ? blankWide(text, width) : text;
  const wrapper = createWrapper(whole, width);
  for (const cluster of clustersOf(whole)) wrapper.add(cluster);
  return wrapper.finish();
};
