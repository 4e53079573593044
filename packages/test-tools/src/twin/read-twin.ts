import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {describeIssues, readJson} from '@edge-console/server/extension';
import * as z from 'zod';

const patch = z.strictObject({
  remove: z.array(z.string()).optional(),
  text: z.array(z.string()).optional(),
  set: z.record(z.string(), z.json()).optional(),
});

const shape = z.strictObject({
  operation: z.string(),
  features: z.array(z.string()).optional(),
  envelope: patch.optional(),
  meta: patch.optional(),
  countsPage: z.boolean().optional(),
  rowsIn: z.enum(['data', 'data.data', 'nothing']).optional(),
  row: patch.optional(),
  rows: z.record(z.string(), patch).default({}),
  type: z.string().optional(),
});

const recordedResponse = z.strictObject({
  operation: z.string(),
  features: z.array(z.string()),
  exact: z.literal(true).optional(),
  /** 0 closes the connection without a response. */
  http: z.union([z.literal(0), z.int().min(100).max(599)]),
  type: z.string(),
  body: z.string(),
});

const byOperation = z.record(z.string(), z.array(z.string())).default({});

const LAYOUT = 2;

const habits = z.strictObject({
  version: z.literal(LAYOUT),
  clockOffsetMs: z.int().default(0),
  errors: z.enum(['http', 'envelope']).default('http'),
  session: z.strictObject({length: z.int().min(1).max(1000), hex: z.boolean()}).optional(),
  facts: z.record(z.string(), z.string()).default({}),
  faults: z.array(z.record(z.string(), z.json())).default([]),
  ignores: byOperation,
  accepts: byOperation,
  shapes: z.array(shape).default([]),
  responses: z.array(recordedResponse).default([]),
});

export type Patch = z.output<typeof patch>;
export type Shape = z.output<typeof shape>;
export type RecordedResponse = z.output<typeof recordedResponse>;
export type Habits = z.output<typeof habits>;

/** A recorded gateway, as `edge-conformance record` writes it. */
export interface Twin {
  readonly seed: unknown;
  readonly habits: Habits;
}

/** Rejects with an Error whose message is one line. */
export const readTwin = async (folder: string): Promise<Twin> => {
  await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${folder} cannot be read (${error.code ?? 'unknown error'})`);
  });
  const file = join(folder, 'habits.json');
  const json = await readJson(file);
  const {version} = Object(json) as {readonly version?: unknown};
  if (typeof version === 'number' && version !== LAYOUT) {
    const [age, advice] = version > LAYOUT ? ['a newer', 'update @edge-console/test-tools, or '] : ['an older', ''];
    throw new Error(
      `${file} was written by ${age} edge-conformance (layout ${version}; this one reads layout ${LAYOUT}): ` +
        `${advice}record the gateway again`,
    );
  }
  const parsed = habits.safeParse(json);
  if (!parsed.success) throw new Error(`habits.json: ${describeIssues(parsed.error, 'habits')}`);
  return {seed: await readJson(join(folder, 'seed.json')), habits: parsed.data};
};
