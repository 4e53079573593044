import type {Params} from './screen.ts';

/** An empty text means that the field is not set. Tokens are not included. */
export interface ProfileEdits {
  readonly tabs: readonly string[];
  fileNote(path: string): string | undefined;
  valuesOf(name: string): Readonly<Record<string, string>>;
  /** Comments and other fields in the file stay. Rejects if the config would become invalid. */
  save(name: string, values: Readonly<Record<string, string>>, which: 'new' | 'existing'): Promise<void>;
}

export interface ProfileStart {
  /** Id of the tab or view to show. Undefined: the current tab stays open. */
  readonly tab: string | undefined;
  /** Parameters with which a tab is first opened, by the id of the tab. */
  readonly tabs: Readonly<Record<string, Params>>;
}
