import type {ErrorLogEntry} from '@edge-console/schema';
import {conditionTest, type EntryTest} from '../logs/conditions/entry-test.ts';
import {messageLine} from '../logs/conditions/entry-values.ts';

/** What tells that an entry is a deploy or a reload, besides the messages that every gateway writes. */
export interface DeploySigns {
  /** Expressions of the config, such as `release <id> is live` or `/applied config \d+/`, as those of conditions. */
  readonly deploys?: readonly string[] | undefined;
  /** Bookmarks of the profile. Those whose note begins with `deploy` mark a deploy. `id` is that of the entry. */
  readonly bookmarks?: readonly {readonly id: number; readonly note: string}[] | undefined;
}

/** Matches the message of nginx for a reload, and that of gateways that apply a configuration without a reload. */
const BUILT_IN = /^signal \d+ \(SIGHUP\) received.{0,40}, reconfiguring$|\bapplied configuration \S/;

const isBuiltIn = (entry: ErrorLogEntry): boolean =>
  // The words are tested first, because few lines have them.
  (entry.log.includes('reconfiguring') || entry.log.includes('applied configuration')) &&
  BUILT_IN.test(messageLine(entry));

/** Whether the note of a bookmark says that its entry is a deploy. */
export const isDeployNote = (note: string): boolean => /^\s*deploy/i.test(note);

/** Returns a test of entries. Throws a ConditionError for an invalid expression, which the check of the config finds. */
export const createDeployTest = ({deploys = [], bookmarks = []}: DeploySigns): EntryTest => {
  const tests = deploys.map(text => conditionTest({verb: 'keep', text}));
  const marked = new Set(bookmarks.flatMap(({id, note}) => (isDeployNote(note) ? [id] : [])));
  return entry => marked.has(entry.id) || isBuiltIn(entry) || tests.some(test => test(entry));
};
