/** Decodings that a gateway and a proxy in front of it may apply before they route. */
const ROUNDS = 3;

/**
 * Whether a path has a `.` or `..` segment, also percent-encoded or with parameters (`..;x`), which some servers drop. It
 * would reach another path than the one given.
 */
export const hasDotSegment = (path: string): boolean => {
  let text = path;
  for (let round = 0; round <= ROUNDS; round++) {
    if (text.split(/[/\\]/).some(segment => /^\.{1,2}(;|$)/.test(segment))) return true;
    // Invalid escapes stay as they are.
    text = text.replaceAll(/(?:%[0-9a-f]{2})+/gi, run => Buffer.from(run.replaceAll('%', ''), 'hex').toString());
  }
  return false;
};
