export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Resolves when the process is asked to stop. */
  readonly stopped: Promise<void>;
  readonly version: string;
  /** Undefined if the environment variable is empty or not set. */
  readonly controlSecret: string | undefined;
}

/** Exit code if a flag, file, database or port cannot be used. */
export const UNUSABLE = 2;

export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
