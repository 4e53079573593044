import {BROKEN_AGENTS} from './agents.ts';
import type {BrokenServer} from './break.ts';
import {BROKEN_ERROR_LOGS} from './error-logs.ts';
import {BROKEN_LISTS} from './lists.ts';
import {BROKEN_REFUSALS} from './refusals.ts';
import {BROKEN_SESSIONS} from './session.ts';
import {BROKEN_TOKENS} from './tokens.ts';

/** One server with the faults of two, which are about different resources: half the runs, and as exact. */
const both = (a: BrokenServer, b: BrokenServer | undefined): BrokenServer =>
  b === undefined
    ? a
    : {
        name: `${a.name}; ${b.name}`,
        caughtBy: [...a.caughtBy, ...b.caughtBy],
        serve: (request, upstream) => a.serve(request, changed => b.serve(changed, upstream)),
      };

const pairs = (long: readonly BrokenServer[], short: readonly BrokenServer[]): readonly BrokenServer[] =>
  long.map((broken, index) => both(broken, short[index]));

/** Two halves, so that two cores share them. */
export const BROKEN_RESOURCES: readonly BrokenServer[] = [
  ...pairs(BROKEN_SESSIONS, BROKEN_ERROR_LOGS),
  ...pairs(BROKEN_TOKENS, BROKEN_AGENTS),
];
export const BROKEN_ANSWERS: readonly BrokenServer[] = [...BROKEN_LISTS, ...BROKEN_REFUSALS];
