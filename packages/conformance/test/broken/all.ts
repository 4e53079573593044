import {BROKEN_AGENTS} from './agents.ts';
import type {BrokenServer} from './break.ts';
import {BROKEN_ERROR_LOGS} from './error-logs.ts';
import {BROKEN_LISTS} from './lists.ts';
import {BROKEN_REFUSALS} from './refusals.ts';
import {BROKEN_SESSIONS} from './session.ts';
import {BROKEN_TOKENS} from './tokens.ts';

/** Two halves, so that two cores share them. */
export const BROKEN_RESOURCES: readonly BrokenServer[] = [...BROKEN_SESSIONS, ...BROKEN_TOKENS];
export const BROKEN_ANSWERS: readonly BrokenServer[] = [
  ...BROKEN_LISTS,
  ...BROKEN_ERROR_LOGS,
  ...BROKEN_AGENTS,
  ...BROKEN_REFUSALS,
];
