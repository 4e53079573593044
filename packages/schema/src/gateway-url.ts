/** A base URL that a client can use, or why the text is none: a sentence fragment to follow the name of the field. */
export type GatewayUrl = {readonly url: URL} | {readonly problem: string};

/**
 * Checks the text of a base URL: http or https, without user, password, query and fragment. Surrounding space is
 * ignored. A problem never repeats the text, which may hold a password.
 */
export const readGatewayUrl = (text: string): GatewayUrl => {
  const url = URL.parse(text);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    return {problem: 'must be a URL that begins with http:// or https://'};
  }
  if (url.username || url.password) return {problem: 'must not contain a user or password'};
  // search and hash are empty for a bare "?" or "#"; href still has it.
  if (/[?#]/.test(url.href)) return {problem: 'must end with its path, without ? or #'};
  return {url};
};
