import type {Params} from './screen.ts';

/** What a profile shows when it is first used in a run. */
export interface ProfileStart {
  /** Id of the tab or view. Undefined: the one that is open. */
  readonly tab: string | undefined;
  /** Parameters of the tabs that have defaults. They are shown when the tab is first opened. */
  readonly tabs: Readonly<Record<string, Params>>;
}
