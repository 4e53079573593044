import {Command} from '@commander-js/extra-typings';
import type {Host} from '../host.ts';
import {countLogs} from './count.ts';
import {logDiff, logFacets, logHistogram} from './explore.ts';
import {exportLogs} from './export.ts';
import {followLogs} from './follow.ts';
import {listLogs} from './list.ts';
import {logPatterns} from './patterns.ts';
import {logReport} from './report.ts';
import {watchLogs} from './watch.ts';

export const logCommands = (host: Host) =>
  new Command('logs')
    .summary('error logs: list, follow, count, export, patterns, facets, diff, histogram, report, watch')
    .addCommand(listLogs(host))
    .addCommand(followLogs(host))
    .addCommand(countLogs(host))
    .addCommand(exportLogs(host))
    .addCommand(logPatterns(host))
    .addCommand(logFacets(host))
    .addCommand(logDiff(host))
    .addCommand(logHistogram(host))
    .addCommand(logReport(host))
    .addCommand(watchLogs(host));
