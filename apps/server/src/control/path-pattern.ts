/** Matches paths, with or without a trailing slash: `*` and `{name}` stand for one segment, `**` for any number. */
export const pathPattern = (pattern: string): RegExp => {
  const segments = pattern.replace(/\/$/, '').split('/').slice(1);
  const source = segments.map(segment => {
    if (segment === '**') return '(?:/[^/]*)*';
    return `/${segment
      .split(/\*|\{\w+\}/)
      .map(escaped)
      .join('[^/]+')}`;
  });
  return new RegExp(`^${source.join('')}/?$`);
};

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
