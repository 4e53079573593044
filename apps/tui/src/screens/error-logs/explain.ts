import type {ErrorLogEntry} from '@edge-console/schema';
import {effect, type Task} from '../../core/screen.ts';
import {explainDialog} from '../../explore/report/explain.ts';
import type {RunbookSource} from '../../explore/report/runbooks.ts';
import {createFolding, type Folding} from './model/folding.ts';
import type {LogsAction} from './model/state.ts';

/** `E`, which explains a pattern on its tab, goes to the previous error here. */
export const EXPLAIN_KEYS = ['i'];

/** Explains the pattern of an entry; reads the runbooks first. */
export const explainEntry = (
  entry: ErrorLogEntry,
  {source, folding}: {readonly source: RunbookSource | undefined; readonly folding: Folding | undefined},
): Task<LogsAction> =>
  source === undefined
    ? effect<LogsAction>(
        'explain',
        async ({runbooks, configPath}) => ({kind: 'explain', source: {runbooks, configPath}}),
        () => ({kind: 'explain', source: {runbooks: {}}}),
      )
    : explainDialog((folding ?? createFolding()).knownOf(entry), source, EXPLAIN_KEYS);
