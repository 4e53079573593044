import {applicationSent} from '@edge-console/schema';
import {NEVER_EXPIRES, TOKEN_NAME_MAX} from '@edge-console/schema/values';
import * as z from 'zod';
import {describeIssue} from '../http/requests/decode.ts';
import {MAX_NAME} from '../store/store.ts';

const text = z.string().min(1);
const name = text.max(MAX_NAME);

// The end of the year 9999. Larger values are probably milliseconds.
const MAX_LOG_TIME = 253_402_300_799;

export const errorLogInput = z.strictObject({
  level: z.int().min(0).max(8),
  count: z.int().min(1).default(1),
  src: z.int().default(0),
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

export const userInput = z.strictObject({username: name, password: text, role: text.default('user')});

const seedSchema = z.strictObject({
  users: z.array(userInput).default([]),
  tokens: z
    .array(
      z.strictObject({
        username: text,
        name: z.string().trim().min(1).max(TOKEN_NAME_MAX),
        /** Milliseconds since the epoch, or {@link NEVER_EXPIRES}. */
        expire: z.int().min(0).default(NEVER_EXPIRES),
        token: text.optional(),
      }),
    )
    .default([]),
  error_logs: z.array(errorLogInput).default([]),
  agents: z
    .array(
      z.strictObject({
        id: z.int().min(0),
        name: text,
        applications: z.array(z.strictObject(applicationSent.shape)).default([]),
      }),
    )
    .default([]),
});

/** A seed with defaults applied (docs/reference.md#seed-file). */
export type Seed = z.output<typeof seedSchema>;
/** A seed before defaults are applied. */
export type SeedInput = z.input<typeof seedSchema>;

/** `created` is in milliseconds since the epoch. */
export type SeedData = Omit<Seed, 'tokens'> & {
  readonly tokens: readonly (Seed['tokens'][number] & {readonly created?: number})[];
};

export type ParsedSeed =
  | {readonly seed: Seed; readonly problems?: never}
  | {readonly seed?: never; readonly problems: readonly string[]};

/** The message has one line per problem. */
export class SeedError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'SeedError';
    this.problems = problems;
  }
}

/**
 * Returns the seed or all its problems, lines such as `tokens[3].expire: must be a whole number`. They contain no
 * values except unknown usernames. With `own-users`, each token must belong to a user of the seed.
 */
export const parseSeed = (json: unknown, owners: 'own-users' | 'any-owner' = 'own-users'): ParsedSeed => {
  const result = seedSchema.safeParse(json);
  if (!result.success)
    return {problems: result.error.issues.map(issue => describeIssue(issue, 'seed', Object.keys(seedSchema.shape)))};
  const problems = [...findDuplicates(result.data), ...(owners === 'own-users' ? findUnknownOwners(result.data) : [])];
  return problems.length > 0 ? {problems} : {seed: result.data};
};

export const unknownOwner = (index: number, username: string): string =>
  `tokens[${index}].username: there is no user ${JSON.stringify(username)}`;

const findUnknownOwners = ({users, tokens}: Seed): readonly string[] => {
  const names = new Set(users.map(user => user.username));
  return tokens.flatMap(({username}, index) => (names.has(username) ? [] : [unknownOwner(index, username)]));
};

const findDuplicates = ({users, tokens, agents}: Seed): readonly string[] => [
  ...duplicatesIn('users', users, 'username'),
  ...duplicatesIn('tokens', tokens, 'token'),
  ...duplicatesIn('agents', agents, 'id'),
  ...agents.flatMap(({applications}, at) => duplicatesIn(`agents[${at}].applications`, applications, 'id')),
];

const duplicatesIn = <T, K extends keyof T & string>(path: string, items: readonly T[], key: K): readonly string[] => {
  const first = new Map<T[K], number>();
  return items.flatMap(({[key]: value}, at) => {
    const earlier = first.get(value);
    if (earlier !== undefined) return [`${path}[${at}].${key}: the same as ${path}[${earlier}].${key}`];
    if (value !== undefined) first.set(value, at);
    return [];
  });
};
