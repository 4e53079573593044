import {Refused} from '../core/failure.ts';
import type {Preferences} from '../core/preferences.ts';
import type {PlaceSource} from '../dialogs/command-line/candidates.ts';
import {sanitise} from '../text/sanitise.ts';
import {savedList} from './preferences-file.ts';
import type {RecordOf} from './schemas.ts';

export type SavedView = RecordOf<'views'>;

const views = savedList('views');

/** Newest first. */
export const readViews = views.read;

export const saveView = (preferences: Preferences, view: SavedView): Promise<void> =>
  views.change(preferences, all => {
    if (all.some(({name}) => name === view.name)) {
      throw new Refused(`There is a view ${view.name}; give another name, or delete that one first.`);
    }
    return [view, ...all];
  });

export const viewPlaces: PlaceSource = async ({preferences}) =>
  (await readViews(preferences())).map(({name, screen, params}) => ({
    title: sanitise(`Show the view ${name}`),
    screen,
    params,
  }));

export const removeView = (preferences: Preferences, name: string): Promise<void> =>
  views.change(preferences, all => all.filter(view => view.name !== name));
