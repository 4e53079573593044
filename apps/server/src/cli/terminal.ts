/** What the command line needs of its process. */
export interface Terminal {
  out(text: string | Buffer): void;
  err(text: string): void;
  /** Resolves when what was given to `out` has left, so that no more is kept than a pipe holds. */
  drained?(): Promise<void>;
  /** Resolves when the process is asked to stop. */
  readonly stopped: Promise<void>;
  readonly version: string;
  /** `EDGE_SERVER_CONTROL_SECRET`. */
  readonly controlSecret: string | undefined;
  /** Columns of the terminal that `err` writes to; undefined where it is none. */
  readonly columns?: number | undefined;
}

/** Exit code for flags, files, databases and ports that cannot be used. */
export const UNUSABLE = 2;

/** Why something failed, in one line. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';

/** Flags as parseArgs takes them. */
export const text = {type: 'string'} as const;
export const flag = {type: 'boolean'} as const;
