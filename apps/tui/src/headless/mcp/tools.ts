import {testableFields} from '../../screens/applications/conditions/application-fields.ts';
import {filterNames} from '../filter-options.ts';

/** A tool runs one read-only command. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly words: string;
  /** Long names of the command's options that the tool accepts, without `--`. */
  readonly options: readonly string[];
  /** Descriptions of the fields of a row. */
  readonly fields: Readonly<Record<string, string>>;
  /** Name of the property with the rows, if the command prints one object. Other properties become the summary. */
  readonly rows?: string;
  readonly argument?: {readonly name: string; readonly description: string};
}

const FILTER = filterNames();

export const TOOLS: readonly Tool[] = [
  {
    name: 'investigate_logs',
    title: 'Find what is out of the ordinary',
    description:
      'Compares a range (default: the last 24 hours) with the same hours of the days before. Returns findings, the likeliest ' +
      'first: since when, how many, what explains them, which deploys came just before, the first entries. Start here.',
    words: 'logs investigate',
    options: FILTER,
    rows: 'findings',
    fields: {
      title: 'what is out of the ordinary',
      kind: 'rise, silence or another kind',
      since: 'when it began',
      until: 'when it ended; goesOn says whether it goes on',
      count: 'number of entries',
      causes: 'values that explain it, with counts now and before',
      deploys: 'deploys and reloads just before',
      evidence: 'the first entries',
      meaning: 'what the message means',
      checks: 'what to check',
    },
  },
  {
    name: 'count_logs',
    title: 'Count error-log entries',
    description: 'Returns the number of entries that match.',
    words: 'logs count',
    options: [...FILTER, 'read-limit'],
    fields: {
      count: 'number of entries',
      exact: 'false if read_limit ended the reading',
      read: 'number of entries that were tested; absent if the gateway counted',
      backTo: 'time of the oldest entry that was tested',
    },
  },
  {
    name: 'list_logs',
    title: 'List error-log entries',
    description: 'Returns entries, the newest first.',
    words: 'logs list',
    options: [...FILTER, 'limit', 'read-limit'],
    fields: {
      id: 'id of the entry',
      log_time: 'time in Unix seconds',
      level: 'severity: 1 emerg … 4 error, 5 warn … 8 debug',
      count: 'occurrences within a second',
      log: 'the log line',
    },
  },
  {
    name: 'log_patterns',
    title: 'Group messages into patterns',
    description: 'Returns the patterns of the messages, the commonest first. explain_message explains one.',
    words: 'logs patterns',
    options: [...FILTER, 'limit', 'rows'],
    fields: {
      template: 'the message, with <*> for parts that differ',
      count: 'number of entries, an estimate if plusMinus is not 0',
      plusMinus: 'half of the 95 % interval of count',
      share: 'share of all entries, 0 to 1',
      level: 'the most severe level',
      first: 'time of the first entry',
      last: 'time of the last entry',
    },
  },
  {
    name: 'compare_logs',
    title: 'Compare a range with a baseline',
    description:
      'Returns the values whose share differs most between the range (since, until) and a baseline: upstreams, nodes, ' +
      'applications, patterns and others.',
    words: 'logs diff',
    options: [...FILTER, 'against', 'limit'],
    fields: {
      dimension: 'what the value is, such as upstream',
      value: 'the value',
      kind: 'new, gone, grown or shrunk',
      before: 'share in the baseline, 0 to 1',
      now: 'share in the range, 0 to 1',
    },
  },
  {
    name: 'log_values',
    title: 'Commonest values',
    description:
      'Returns the commonest levels, nodes, applications, servers, upstreams, clients and paths of the entries.',
    words: 'logs facets',
    options: [...FILTER, 'limit'],
    fields: {dimension: 'what the value is', value: 'the value', count: 'number of entries', share: '0 to 1'},
  },
  {
    name: 'explain_message',
    title: 'Explain a message',
    description: 'Returns what a log line of nginx or OpenResty means, its usual causes and what to check.',
    words: 'messages explain',
    options: [],
    argument: {name: 'message', description: 'a log line, or its message'},
    fields: {
      template: 'the message, with <*> for parts that differ',
      meaning: 'what it means',
      causes: 'usual causes',
      checks: 'what to check',
      documentation: 'URL of the documentation',
      source: 'line of the source that writes it',
      runbook: 'URL of the runbook in the config',
    },
  },
  {
    name: 'audit_tokens',
    title: 'Audit API tokens',
    description: 'Returns API tokens that are expired, expire soon or never, or share a name. Never returns secrets.',
    words: 'tokens audit',
    options: ['days', 'allow-never'],
    fields: {
      findings: 'what is wrong with the token',
      id: 'id of the token',
      name: 'its name',
      expire: 'when it expires, Unix milliseconds; 0 never',
      uid: 'id of its owner',
    },
  },
  {
    name: 'list_applications',
    title: 'List applications of agents',
    description: `Returns the applications of one or more agents. Conditions have the fields ${testableFields.map(([name]) => name).join(', ')}.`,
    words: 'apps list',
    options: ['agent', 'online', 'keep', 'drop', 'limit'],
    fields: {
      agent: 'id of the agent',
      id: 'id of the application',
      name: 'its name',
      online: 'whether it runs',
      ports: 'ports on which it listens',
      version: 'versions of its components',
    },
  },
  {
    name: 'list_agents',
    title: 'List agents',
    description: 'Returns the agents of the gateway, with the ids that list_applications takes.',
    words: 'agents list',
    options: [],
    fields: {id: 'id of the agent', name: 'its name', own_name: 'the name that the operator gave it'},
  },
  {
    name: 'list_gateways',
    title: 'List the gateways of the config',
    description: 'Returns the gateways of the config file. The other tools take the name of one as `profile`.',
    words: 'profiles list',
    options: [],
    fields: {name: 'name of the profile', url: 'its URL', default: 'whether it is the default', label: 'its label'},
  },
];
