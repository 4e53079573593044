declare module 'proxy-from-env' {
  /** Empty if no proxy is set for the URL. */
  export function getProxyForUrl(url: string): string;
}
