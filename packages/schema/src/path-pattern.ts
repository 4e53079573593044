const escapeLiteral = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const WILDCARD = /(\/\*\*(?=\/|$)|\*|\{\w+\})/;

/**
 * Returns a regular expression for paths with or without a trailing slash. `*` and `{name}` match a path segment or a
 * non-empty part of one, `**` any number of segments. The values of `{name}` are captured.
 */
export const pathPattern = (pattern: string): RegExp => {
  // Consecutive `/**` would make the regular expression slow.
  const parts = pattern
    .replaceAll(/(?:\/\*\*)+(?=\/|$)/g, '/**')
    .replace(/\/$/, '')
    .split(WILDCARD);
  const sources = parts.map(part => {
    if (part === '/**') return '(?:/[^/]*)*';
    if (part.startsWith('{')) return '([^/]+)';
    return part === '*' ? '[^/]+' : escapeLiteral(part);
  });
  return new RegExp(`^${sources.join('')}/?$`);
};
