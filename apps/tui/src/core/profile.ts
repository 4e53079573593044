import type {Params} from './screen.ts';

/** Reads and writes profiles of the config file, except their tokens. An empty text means that the field is not set. */
export interface ProfileEdits {
  readonly tabs: readonly string[];
  /** Returns a warning if there is no file at `path`. */
  fileNote(path: string): string | undefined;
  valuesOf(name: string): Readonly<Record<string, string>>;
  /** Writes a profile. Comments and other fields in the file stay. Rejects if the config would become invalid. */
  save(name: string, values: Readonly<Record<string, string>>, which: 'new' | 'existing'): Promise<void>;
}

/** What the console shows when a profile is first used in a run. */
export interface ProfileStart {
  /** Id of the tab or view to show. Undefined: the current tab stays open. */
  readonly tab: string | undefined;
  /** Parameters of the tabs for which the profile has defaults. A tab shows them when it is first opened. */
  readonly tabs: Readonly<Record<string, Params>>;
}
