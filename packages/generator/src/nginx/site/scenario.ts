import type {Site} from './site.ts';

/**
 * A part of nginx.conf, and the requests that make it fail. Texts of the configuration may contain placeholders:
 * `{{peer NAME}}` is the address of an upstream server in `peers.ts`, `{{unix NAME}}` the same on a Unix socket,
 * `{{dns}}` the address of a DNS server, `{{port NAME}}` a free port, `{{closed}}` an address that refuses connections,
 * `{{folder}}` the prefix of nginx.
 */
export interface Scenario {
  readonly name: string;
  /** Directives of the main server. */
  readonly server?: string;
  /** Directives of the http block. */
  readonly http?: string;
  readonly files?: Readonly<Record<string, string>>;
  /**
   * Requests such as `GET /refused/<path>`, optionally with header lines. Each is sent once, by a client in
   * 127.0.0.0/8.
   */
  readonly requests?: readonly string[];
  /** Sends requests that `requests` cannot express. */
  readonly run?: (site: Site) => Promise<unknown>;
  /** Texts that the error log must contain afterwards. */
  readonly writes: readonly string[];
}

/** Scenarios that run on the same nginx. */
export interface Subject {
  readonly name: string;
  /**
   * Order in which the scenarios run. `given`: in the order of the list, because later scenarios stop processes that
   * earlier ones use. Default: `any`.
   */
  readonly order?: 'any' | 'given';
  /**
   * Share of the scenarios that run in each round when a corpus of log lines is generated. It is less than 1 for
   * scenarios with long entries. Default: 1.
   */
  readonly share?: number;
  /** Directives outside the http block. */
  readonly main?: string;
  /** Directives of the http block. */
  readonly http?: string;
  /** Directives of the main server. */
  readonly server?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly scenarios: readonly Scenario[];
}
