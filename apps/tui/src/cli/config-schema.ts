import {z} from 'zod';

const profile = z.strictObject({
  url: z.url(),
  consoleUrl: z.url().optional(),
  username: z.string().optional(),
  apiTokenFile: z.string().optional(),
  consoleTokenFile: z.string().optional(),
  caFile: z.string().optional(),
  pinSha256: z.string().optional(),
  insecure: z.boolean().optional(),
});
export type Profile = z.infer<typeof profile>;

/** The config file. Unknown keys are mistakes. */
export const configSchema = z.strictObject({
  profiles: z.record(z.string(), profile).optional(),
  defaultProfile: z.string().optional(),
  /** Keys by binding, such as `"error-logs.filter": ["F"]`; an empty list switches one off. */
  keys: z.record(z.string(), z.array(z.string())).optional(),
  ascii: z.boolean().optional(),
});
export type Config = z.infer<typeof configSchema>;
