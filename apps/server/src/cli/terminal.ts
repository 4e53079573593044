/** The process as the command line sees it; tests pass their own. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Resolves when the process is asked to stop. */
  readonly stopped: Promise<void>;
  readonly version: string;
  /** `EDGE_SERVER_CONTROL_SECRET`. */
  readonly controlSecret: string | undefined;
}

/** Exit code for flags, files, databases and ports that cannot be used. */
export const UNUSABLE = 2;

/** The first line of an error's message. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
