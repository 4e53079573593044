import type {CommandUnknownOpts} from '@commander-js/extra-typings';
import {nounCommand} from '../../cli/args.ts';
import type {Host} from '../host.ts';

const VERBS: Readonly<Record<string, () => Promise<(host: Host) => CommandUnknownOpts>>> = {
  list: async () => (await import('./list-command.ts')).listLogs,
  follow: async () => (await import('./follow-command.ts')).followLogs,
  count: async () => (await import('./count-command.ts')).countLogs,
  export: async () => (await import('./export-command.ts')).exportLogs,
  patterns: async () => (await import('./explore-commands.ts')).logPatterns,
  facets: async () => (await import('./explore-commands.ts')).logFacets,
  diff: async () => (await import('./diff-command.ts')).logDiff,
  histogram: async () => (await import('./explore-commands.ts')).logHistogram,
  table: async () => (await import('./table-command.ts')).logTable,
  investigate: async () => (await import('./document-commands.ts')).investigateLogs,
  report: async () => (await import('./document-commands.ts')).logReport,
  watch: async () => (await import('./watch-command.ts')).watchLogs,
};

export const logCommands = async (host: Host, verb?: string) => {
  const all = Object.entries(VERBS);
  const found = all.filter(([name]) => name === verb);
  const loaded = (found.length > 0 ? found : all).map(([, load]) => load());
  return nounCommand('logs', 'error logs', await Promise.all(loaded))(host);
};
