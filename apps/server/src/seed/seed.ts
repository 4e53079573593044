import {applicationSent} from '@edge-console/schema';
import {z} from 'zod';
import {describeIssue} from '../http/decode.ts';
import {MAX_NAME} from '../store/store.ts';
import {duplicateProblems} from './duplicates.ts';

const text = z.string().min(1);
const name = text.max(MAX_NAME);

// The end of the year 9999. What lies behind is milliseconds.
const MAX_LOG_TIME = 253_402_300_799;

/** An error-log entry as a seed or an ingest names it. */
export const errorLogInput = z.strictObject({
  level: z.int().min(0).max(8),
  count: z.int().min(1).default(1),
  src: z.int().default(0),
  /** Unix seconds. */
  log_time: z.int().min(0).max(MAX_LOG_TIME, `expected Unix seconds, at most ${MAX_LOG_TIME}`),
  log: z.string(),
  node_id: z.int().default(0),
  node_type: z.int().default(0),
  app_id: z.int().default(0),
  req_id: z
    .union([z.string().max(MAX_NAME), z.int()])
    .transform(String)
    .default(''),
});

const seedSchema = z.strictObject({
  users: z.array(z.strictObject({username: name, password: text, role: text.default('user')})).default([]),
  tokens: z
    .array(
      z.strictObject({
        username: text,
        name: z.string().trim().min(1).max(255),
        /** Milliseconds since the epoch, 0 = never. */
        expire: z.int().min(0).default(0),
        token: text.optional(),
      }),
    )
    .default([]),
  error_logs: z.array(errorLogInput).default([]),
  agents: z
    .array(
      z.strictObject({id: z.int().min(0), name: text, applications: z.array(applicationSent.strict()).default([])}),
    )
    .default([]),
});

/** What a server starts with. The format is in README.md of this package. */
export type Seed = z.output<typeof seedSchema>;
/** A seed as it is written: what has a default may be absent. */
export type SeedInput = z.input<typeof seedSchema>;

export type ParsedSeed =
  | {readonly seed: Seed; readonly problems?: never}
  | {readonly seed?: never; readonly problems: readonly string[]};

/**
 * Checks a seed. What is wrong is told by path, one line each, all of it at once: `tokens[3].expire: expected int,
 * received string`. Users, agents, applications and token values must be distinct, and a token must name a user.
 */
export const parseSeed = (json: unknown): ParsedSeed => {
  const result = seedSchema.safeParse(json);
  if (!result.success) return {problems: result.error.issues.map(issue => describeIssue(issue, 'seed'))};
  const problems = [...duplicateProblems(result.data), ...unknownOwners(result.data)];
  return problems.length > 0 ? {problems} : {seed: result.data};
};

const unknownOwners = ({users, tokens}: Seed): readonly string[] => {
  const names = new Set(users.map(user => user.username));
  return tokens.flatMap(({username}, index) =>
    names.has(username) ? [] : [`tokens[${index}].username: there is no user ${JSON.stringify(username)}`],
  );
};
