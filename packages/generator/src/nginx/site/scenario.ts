import type {Site} from './site.ts';

/**
 * A part of nginx.conf with the requests that make it fail. In texts of the configuration, `{{peer NAME}}` is the
 * address of an upstream server of `peers.ts`, `{{unix NAME}}` of one on a Unix socket, `{{dns}}` of a DNS server, `{{port NAME}}` a free port,
 * `{{closed}}` an address that refuses connections, `{{folder}}` the prefix.
 */
export interface Scenario {
  readonly name: string;
  /** Directives of the main server. */
  readonly server?: string;
  /** Directives of the http block. */
  readonly http?: string;
  readonly files?: Readonly<Record<string, string>>;
  /**
   * Requests, such as `GET /refused/<path>`, or with header lines after the first one. Each is sent once from a client
   * of 127.0.0.0/8.
   */
  readonly requests?: readonly string[];
  /** Makes requests that are more than `requests` can say. */
  readonly run?: (site: Site) => Promise<unknown>;
  /** Texts that appear in the error log. */
  readonly writes: readonly string[];
}

/** Scenarios that share an nginx. */
export interface Subject {
  readonly name: string;
  /** `given` if later scenarios end what earlier ones need. */
  readonly order?: 'any' | 'given';
  /** Share of the scenarios that a round of the corpus runs; default 1. Their entries are long. */
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
