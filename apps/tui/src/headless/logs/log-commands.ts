import type {CommandUnknownOpts} from '@commander-js/extra-typings';
import {nounCommand} from '../../cli/args.ts';
import type {Host} from '../host.ts';

const VERBS: Readonly<Record<string, (host: Host) => Promise<CommandUnknownOpts>>> = {
  list: async host => (await import('./list-command.ts')).listLogs(host),
  follow: async host => (await import('./follow-command.ts')).followLogs(host),
  count: async host => (await import('./count-command.ts')).countLogs(host),
  export: async host => (await import('./export-command.ts')).exportLogs(host),
  patterns: async host => (await import('./explore-commands.ts')).logPatterns(host),
  facets: async host => (await import('./explore-commands.ts')).logFacets(host),
  diff: async host => (await import('./diff-command.ts')).logDiff(host),
  histogram: async host => (await import('./explore-commands.ts')).logHistogram(host),
  table: async host => (await import('./table-command.ts')).logTable(host),
  investigate: async host => (await import('./document-commands.ts')).investigateLogs(host),
  report: async host => (await import('./document-commands.ts')).logReport(host),
  watch: async host => (await import('./watch-command.ts')).watchLogs(host),
};

/** Loads all verbs. If `verb` is one of them, loads only this one. */
export const logCommands = async (host: Host, verb?: string) => {
  const all = Object.entries(VERBS);
  const found = all.filter(([name]) => name === verb);
  const loaded = (found.length > 0 ? found : all).map(([, load]) => load(host));
  return nounCommand('logs', 'error logs', await Promise.all(loaded));
};
