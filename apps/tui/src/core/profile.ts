import type {Params} from './screen.ts';

export interface ProfileEdits {
  readonly tabs: readonly string[];
  fileNote(path: string): string | undefined;
  /** Returns the profile's fields without secrets. The text of a field that is not set is empty. */
  valuesOf(name: string): Readonly<Record<string, string>>;
  /** Removes fields with an empty text. Keeps comments and other fields. Rejects if the config would be invalid. */
  save(name: string, values: Readonly<Record<string, string>>, which: 'new' | 'existing'): Promise<void>;
}

export interface ProfileStart {
  /** Id of the tab or view to show. Undefined: the current tab stays open. */
  readonly tab: string | undefined;
  /** Parameters with which a tab is first opened, by the id of the tab. */
  readonly tabs: Readonly<Record<string, Params>>;
}
