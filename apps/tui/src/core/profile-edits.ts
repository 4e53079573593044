/**
 * Reads and writes profiles of the config file, but no tokens. All fields are texts; an empty text means that the field
 * is not set.
 */
export interface ProfileEdits {
  /** Tabs and views that a profile can open first. */
  readonly tabs: readonly string[];
  valuesOf(name: string): Readonly<Record<string, string>>;
  /** Writes a profile. Comments and other fields in the file stay. Rejects if the config would become invalid. */
  save(name: string, values: Readonly<Record<string, string>>, which: 'new' | 'existing'): Promise<void>;
}
