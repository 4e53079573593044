/**
 * Compiles a path pattern. `*` and `{name}` match one segment or a non-empty part of one, `**` any number of segments; a
 * trailing slash is ignored. Matching takes time proportional to pattern × path at most, since callers choose the path.
 */
export const pathPattern = (pattern: string): ((path: string) => boolean) => {
  const matchers = segmentsOf(pattern).map(segment => (segment === '**' ? ANY_SEGMENTS : segmentMatcher(segment)));
  return path => matchSegments(matchers, segmentsOf(path));
};

const segmentsOf = (path: string): readonly string[] => path.replace(/\/$/, '').split('/').slice(1);

const ANY_SEGMENTS = '**';
type Matcher = typeof ANY_SEGMENTS | ((segment: string) => boolean);

const matchSegments = (matchers: readonly Matcher[], segments: readonly string[]): boolean => {
  let [at, next] = [0, 0];
  // Position of the last `**` and the end of its match. Extending only the last one suffices.
  let [lastAny, anyEnd] = [-1, 0];
  while (next < segments.length) {
    const matcher = matchers[at];
    if (matcher === ANY_SEGMENTS) {
      [lastAny, anyEnd] = [at, next];
      at += 1;
    } else if (matcher?.(segments[next] ?? '')) {
      at += 1;
      next += 1;
    } else if (lastAny >= 0) {
      anyEnd += 1;
      [at, next] = [lastAny + 1, anyEnd];
    } else return false;
  }
  return matchers.slice(at).every(matcher => matcher === ANY_SEGMENTS);
};

/** Each wildcard matches at least one character, so literal parts can be searched from left to right. */
const segmentMatcher = (pattern: string): ((segment: string) => boolean) => {
  const [first = '', ...others] = pattern.split(/\*|\{\w+\}/);
  const last = others.pop();
  if (last === undefined) return segment => segment === first;
  return segment => {
    if (!segment.startsWith(first)) return false;
    let at = first.length;
    for (const part of others) {
      const found = segment.indexOf(part, at + 1);
      if (found < 0) return false;
      at = found + part.length;
    }
    return segment.length > at + last.length && segment.endsWith(last);
  };
};
