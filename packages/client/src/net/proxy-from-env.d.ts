declare module 'proxy-from-env' {
  /** The proxy for a URL by the environment; empty for none. */
  export function getProxyForUrl(url: string): string;
}
