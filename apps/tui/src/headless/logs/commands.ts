import {nounCommand} from '../../cli/args.ts';
import type {Host} from '../host.ts';
import {countLogs} from './count.ts';
import {logDiff} from './diff.ts';
import {logFacets, logHistogram} from './explore.ts';
import {exportLogs} from './export.ts';
import {followLogs} from './follow.ts';
import {investigateLogs} from './investigate.ts';
import {listLogs} from './list.ts';
import {logPatterns} from './patterns.ts';
import {logReport} from './report.ts';
import {logTable} from './table.ts';
import {watchLogs} from './watch.ts';

export const logCommands = (host: Host) =>
  nounCommand('logs', 'error logs', [
    listLogs(host),
    followLogs(host),
    countLogs(host),
    exportLogs(host),
    logPatterns(host),
    logFacets(host),
    logDiff(host),
    logHistogram(host),
    logTable(host),
    investigateLogs(host),
    logReport(host),
    watchLogs(host),
  ]);
