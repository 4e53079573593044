import type * as z from 'zod/mini';
import type {Preferences} from '../core/preferences.ts';
import type {display} from './schemas.ts';

/** Settings that the operator has not changed are absent. */
export type DisplayPreferences = Readonly<z.infer<typeof display>>;

const NAME = 'error-logs';

export const readDisplay = async (preferences: Preferences): Promise<DisplayPreferences> => {
  const {display} = await import('./schemas.ts');
  return display.safeParse(await preferences.read(NAME)).data ?? {};
};

export const saveDisplay = (preferences: Preferences, display: DisplayPreferences): Promise<void> =>
  preferences.change(NAME, value => ({...Object(value), ...display}));
