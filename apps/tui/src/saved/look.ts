import * as z from 'zod';
import type {Keep} from '../core/keep.ts';

const lookSchema = z.object({
  /** Entries of one pattern are folded. */
  fold: z.boolean().optional(),
  /** The histogram of entries over time is shown. */
  histogram: z.boolean().optional(),
  /** Long messages are wrapped. */
  wrap: z.boolean().optional(),
});

/** How an operator wants the error logs drawn; absent: not chosen. */
export type LogLook = Readonly<z.infer<typeof lookSchema>>;

const NAME = 'error-logs';

export const readLook = async (keep: Keep): Promise<LogLook> => lookSchema.safeParse(await keep.read(NAME)).data ?? {};

export const saveLook = (keep: Keep, look: LogLook): Promise<void> =>
  keep.change(NAME, value => ({...Object(value), ...look}));
