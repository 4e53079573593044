import {nounCommand} from '../../cli/args.ts';
import type {Host} from '../host.ts';
import {countLogs} from './count-command.ts';
import {logDiff} from './diff-command.ts';
import {investigateLogs, logReport} from './document-commands.ts';
import {logFacets, logHistogram, logPatterns} from './explore-commands.ts';
import {exportLogs} from './export-command.ts';
import {followLogs} from './follow-command.ts';
import {listLogs} from './list-command.ts';
import {logTable} from './table-command.ts';
import {watchLogs} from './watch-command.ts';

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
