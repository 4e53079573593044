/** Says whether a path is one that a pattern means. */
export type PathPattern = (path: string) => boolean;

/**
 * Matches paths, with or without a trailing slash: `*` and `{name}` stand for one segment or a part of one, `**` for any
 * number of segments. Time grows with pattern times path, never worse: the path is the caller's.
 */
export const pathPattern = (pattern: string): PathPattern => {
  const wanted = segmentsOf(pattern).map(segment => (segment === '**' ? ANY : segmentPattern(segment)));
  return path => fits(wanted, segmentsOf(path));
};

const segmentsOf = (path: string): readonly string[] => path.replace(/\/$/, '').split('/').slice(1);

const ANY = 'any number';
type Wanted = typeof ANY | ((segment: string) => boolean);

const fits = (wanted: readonly Wanted[], given: readonly string[]): boolean => {
  let [at, next] = [0, 0];
  // Where the last `**` was, and how far it reaches: only that one can still take more.
  let [any, reach] = [-1, 0];
  while (next < given.length) {
    const one = wanted[at];
    if (one === ANY) {
      [any, reach] = [at, next];
      at += 1;
    } else if (one?.(given[next] ?? '')) {
      at += 1;
      next += 1;
    } else if (any >= 0) {
      reach += 1;
      [at, next] = [any + 1, reach];
    } else return false;
  }
  return wanted.slice(at).every(one => one === ANY);
};

/** Each wildcard stands for one character or more, so that what lies between them is found from left to right. */
const segmentPattern = (segment: string): ((given: string) => boolean) => {
  const [first = '', ...others] = segment.split(/\*|\{\w+\}/);
  const last = others.pop();
  if (last === undefined) return given => given === first;
  return given => {
    if (!given.startsWith(first)) return false;
    let at = first.length;
    for (const part of others) {
      const found = given.indexOf(part, at + 1);
      if (found < 0) return false;
      at = found + part.length;
    }
    return given.length > at + last.length && given.endsWith(last);
  };
};
