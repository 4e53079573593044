import {compare, wholeMs} from '../../measure/compare.ts';
import {fixture, run} from '../../measure/process.ts';
import type {Measure} from '../../row.ts';

const importMs = async (name: string): Promise<number> => Number(await run([fixture('import-time.mjs'), name]));

/** Time to import the client, compared with got. */
export const clientImport: Measure = async ({quick}) => [
  await compare(quick ? 5 : 25, {
    what: '`import` of @edge-console/client',
    budget: {atMost: 1.5},
    against: '`import` of got',
    text: wholeMs,
    subject: () => importMs('@edge-console/client'),
    baseline: () => importMs('got'),
  }),
];
