import {Command} from '@commander-js/extra-typings';
import type {Host} from '../host.ts';
import {exportLogs} from './export.ts';
import {followLogs} from './follow.ts';
import {countLogs, listLogs} from './list.ts';

export const logCommands = (host: Host) =>
  new Command('logs')
    .summary('error logs: list, follow, count, export')
    .addCommand(listLogs(host))
    .addCommand(followLogs(host))
    .addCommand(countLogs(host))
    .addCommand(exportLogs(host));
