export interface Terminal {
  out(text: string | Buffer): void;
  err(text: string): void;
  /** Resolves when `out` can accept more text. Callers wait for it, so that little unwritten text is in memory. */
  drained?(): Promise<void>;
  readonly stopped: Promise<void>;
  readonly version: string;
  /** Width of the terminal to which `err` is connected. Undefined if it is not connected to one. */
  readonly columns?: number | undefined;
}

/** Exit code for flags, files and databases that cannot be used. */
export const UNUSABLE = 2;

export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';

const FORMS = {'an integer': /^\d{1,15}$/, 'a number': /^\d{1,12}(\.\d+)?$/} as const;

export const numberOf = (flagName: string, value: string, form: keyof typeof FORMS): number => {
  if (FORMS[form].test(value)) return Number(value);
  throw new Error(`--${flagName} must be ${form}, 0 or more`);
};

export const text = {type: 'string'} as const;
export const flag = {type: 'boolean'} as const;
