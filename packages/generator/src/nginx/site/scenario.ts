import type {Site} from './site.ts';

interface Part {
  readonly name: string;
  /** Directives of the `server` block that listens on `{{port main}}`. */
  readonly server?: string;
  /** Directives of the http block. */
  readonly http?: string;
  readonly files?: Readonly<Record<string, string>>;
}

/**
 * Texts may contain placeholders. `{{peer NAME}}` is the address of an upstream server in `peers.ts`, `{{unix NAME}}`
 * the same on a Unix socket, `{{dns}}` the address of a DNS server, `{{port NAME}}` a free port, `{{closed}}` an
 * address that refuses connections, and `{{folder}}` the prefix of nginx.
 */
export interface Scenario extends Part {
  /** Requests such as `GET /refused/<path>`, with optional header lines. Each is sent once. */
  readonly requests?: readonly string[];
  readonly run?: (site: Site) => Promise<unknown>;
  /** Texts that the error log must contain afterwards. */
  readonly writes: readonly string[];
}

export interface Subject extends Part {
  /**
   * Order in which the scenarios are run. Default: `any`. Use `given`, the order of `scenarios`, if a scenario stops
   * processes that earlier scenarios use.
   */
  readonly order?: 'any' | 'given';
  /** Fraction of `scenarios` that are run after each start of nginx, from 0 to 1. Default: 1. */
  readonly share?: number;
  /** Directives outside the http block. */
  readonly main?: string;
  readonly scenarios: readonly Scenario[];
}
