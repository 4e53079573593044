import type {ErrorLogEntry} from '@edge-console/schema';
import type {RowSource} from '../../../list/list.ts';
import {histogramBanner} from '../histogram/view.ts';
import {logGroups} from '../model/folding.ts';
import {type LogData, logRows} from '../model/state.ts';
import {logColumns} from './columns.ts';

/** The entries of the list, and what takes room above them. */
export const logSource: RowSource<ErrorLogEntry, LogData> = {
  rows: logRows,
  columns: logColumns,
  groups: logGroups,
  pinned: ({data}) => data.kept.pinned,
  banner: histogramBanner,
};
