/** Reads and writes profiles of the config file, without tokens. Fields are texts; an empty one is not set. */
export interface ProfileEdits {
  /** Tabs and views that a profile can open first. */
  readonly tabs: readonly string[];
  valuesOf(name: string): Readonly<Record<string, string>>;
  /** Keeps comments and other fields. Rejects if the result is not valid. */
  save(name: string, values: Readonly<Record<string, string>>, which: 'new' | 'existing'): Promise<void>;
}
