declare module 'proxy-from-env' {
  /** Returns the URL of the proxy that the environment variables set for a URL; empty if there is none. */
  export function getProxyForUrl(url: string): string;
}
