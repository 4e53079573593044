import type {Params} from './screen.ts';

/** What a profile shows when it is first used in a run. */
export interface ProfileStart {
  /** Id of the tab or view. Undefined if the open tab stays open. */
  readonly tab: string | undefined;
  /** Parameters of the tabs for which the profile has defaults. A tab shows them when it is first opened. */
  readonly tabs: Readonly<Record<string, Params>>;
}
