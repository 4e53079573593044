export interface Terminal {
  out(text: string | Buffer): void;
  err(text: string): void;
  /** Resolves when `out` can accept more text. */
  drained?(): Promise<void>;
  readonly stopped: AbortSignal;
  readonly version: string;
  readonly columns?: number | undefined;
}
