import type {App} from '../../core/app.ts';
import type {EffectContext, Params} from '../../core/screen.ts';

/** A view to go to, found while the palette is open. */
export interface Place {
  readonly title: string;
  /** Title of the tab that a command is on. */
  readonly tab?: string;
  readonly screen: string;
  /** Absent: the tab as it is. */
  readonly params?: Params;
  /** Id of the command that is on this tab, if that is why it is found. */
  readonly command?: string;
}

/** Goes to a place; one on a tab that this console does not have is refused. */
export const goToPlace = (app: App, {title, screen, params}: Place): void => {
  if (app.view().tabs.some(({id}) => id === screen)) app.goto(screen, params);
  else app.flash('error', `There is no tab ${screen} for ${title}.`);
};

/** Finds places; what cannot be read has none. */
export type PlaceSource = (context: EffectContext, signal: AbortSignal) => Promise<readonly Place[]>;
