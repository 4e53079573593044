import * as z from 'zod';
import type {Preferences} from '../core/preferences.ts';

const displaySchema = z.object({
  fold: z.boolean().optional(),
  histogram: z.boolean().optional(),
  histogramScale: z.enum(['linear', 'log']).optional(),
  wrap: z.boolean().optional(),
});

/** Settings that the operator has not changed are absent. */
export type DisplayPreferences = Readonly<z.infer<typeof displaySchema>>;

const NAME = 'error-logs';

export const readDisplay = async (preferences: Preferences): Promise<DisplayPreferences> =>
  displaySchema.safeParse(await preferences.read(NAME)).data ?? {};

export const saveDisplay = (preferences: Preferences, display: DisplayPreferences): Promise<void> =>
  preferences.change(NAME, value => ({...Object(value), ...display}));
