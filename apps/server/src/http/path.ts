/** The path of a URL as it is routed: of a whole URL (RFC 9112, 3.2.2) its path alone, without query, decoded once. */
export const pathOf = (url: string): string => {
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] ?? '';
  if (!path.includes('%')) return path;
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
};
