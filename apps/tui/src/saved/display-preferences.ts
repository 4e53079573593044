import * as z from 'zod';
import type {Preferences} from '../core/preferences.ts';

const displaySchema = z.object({
  /** Entries of one pattern are folded. */
  fold: z.boolean().optional(),
  /** The histogram of entries over time is shown. */
  histogram: z.boolean().optional(),
  /** Long messages are wrapped. */
  wrap: z.boolean().optional(),
});

/** Display settings of the error logs. A setting that was not chosen is absent. */
export type DisplayPreferences = Readonly<z.infer<typeof displaySchema>>;

const NAME = 'error-logs';

export const readDisplay = async (preferences: Preferences): Promise<DisplayPreferences> =>
  displaySchema.safeParse(await preferences.read(NAME)).data ?? {};

export const saveDisplay = (preferences: Preferences, display: DisplayPreferences): Promise<void> =>
  preferences.change(NAME, value => ({...Object(value), ...display}));
