import * as z from 'zod';
import {Refused} from '../core/failure.ts';
import type {Preferences} from '../core/preferences.ts';
import type {PlaceSource} from '../dialogs/command-line/places.ts';
import {sanitise} from '../text/sanitise.ts';

const viewSchema = z.object({
  name: z.string(),
  screen: z.string(),
  params: z.record(z.string(), z.string()),
});

/** A tab with its filter, under a name. */
export type SavedView = Readonly<z.infer<typeof viewSchema>>;

const NAME = 'views';

/** Reads what is well formed: a newer console may keep more. */
const viewsOf = (value: unknown): readonly SavedView[] =>
  (Array.isArray(value) ? value : []).flatMap(each => viewSchema.safeParse(each).data ?? []);

/** The views of a profile, the newest first. */
export const readViews = async (preferences: Preferences): Promise<readonly SavedView[]> =>
  viewsOf(await preferences.read(NAME));

/** Keeps a view. Rejects if there is one with its name. */
export const saveView = (preferences: Preferences, view: SavedView): Promise<void> =>
  preferences.change(NAME, value => {
    const views = viewsOf(value);
    if (views.some(({name}) => name === view.name)) {
      throw new Refused(`There is a view ${view.name}; give another name, or delete that one first.`);
    }
    return [view, ...views];
  });

/** The views of the profile, for the palette. */
export const viewPlaces: PlaceSource = async ({preferences}) =>
  (await readViews(preferences())).map(({name, screen, params}) => ({
    title: sanitise(`Show the view ${name}`),
    screen,
    params,
  }));

export const removeView = (preferences: Preferences, name: string): Promise<void> =>
  preferences.change(NAME, value => viewsOf(value).filter(view => view.name !== name));
