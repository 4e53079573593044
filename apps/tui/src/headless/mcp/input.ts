import type {CommandUnknownOpts, Option} from '@commander-js/extra-typings';
import * as z from 'zod';
import {VERBS} from '../../core/condition.ts';
import type {Tool} from './tools.ts';

type Values = Readonly<Record<string, unknown>>;

/** Shorter than the descriptions of the commands, to limit the size of the list of tools. */
const SHORT: Readonly<Record<string, string>> = {
  since: 'from this time on',
  until: 'up to this time',
  keep: 'only rows that match each condition',
  drop: 'no rows that match one of these conditions',
  limit: 'maximum number of rows',
  'read-limit': 'maximum number of entries to read',
  agent: 'ids or names of agents, from list_agents',
};

/** Options that can be given several times, for which a tool takes a list. */
const REPEATED: ReadonlySet<string> = new Set(VERBS);
const LISTED: ReadonlySet<string> = new Set(['agent']);

const nameOf = (option: string): string => option.replaceAll('-', '_');

export const inputNames = ({options}: Tool, message: string): string =>
  message.replace(/--([a-z][a-z-]*)/g, (option, name) => (options.includes(name) ? nameOf(name) : option));

export const commandOf = (program: CommandUnknownOpts, words: string): CommandUnknownOpts =>
  words.split(' ').reduce((parent, word) => {
    const command = parent.commands.find(each => each.name() === word);
    if (command === undefined) throw new Error(`There is no command ${words}.`);
    return command;
  }, program);

export const inputSchema = ({options, argument}: Tool, command: CommandUnknownOpts) =>
  z.strictObject({
    profile: z.string().optional().describe('another gateway, by its name in list_gateways'),
    ...Object.fromEntries(
      options.flatMap(name => {
        const option = command.options.find(({long}) => long === `--${name}`);
        return option === undefined
          ? []
          : [[nameOf(name), valueSchema(name, option).describe(SHORT[name] ?? option.description)]];
      }),
    ),
    ...(argument && {[argument.name]: z.string().min(1).describe(argument.description)}),
  });

const valueSchema = (name: string, option: Option) => {
  if (!option.required && !option.optional) return z.boolean().optional();
  const value = z.union([z.string(), z.number()]);
  return REPEATED.has(name) || LISTED.has(name) ? z.array(value).optional() : value.optional();
};

/** Option and value are one argument (`--name=value`), because a value may begin with `-`. */
export const argvOf = ({words, options, argument, fields, rows}: Tool, values: Values): readonly string[] => {
  const flags = options.flatMap(name => {
    const value = values[nameOf(name)];
    if (value === undefined || value === false) return [];
    if (value === true) return [`--${name}`];
    const given = LISTED.has(name) ? [[value].flat().join(',')] : [value].flat();
    return given.map(each => `--${name}=${String(each)}`);
  });
  const output =
    rows === undefined ? ['--output=ndjson', `--fields=${Object.keys(fields).join(',')}`] : ['--output=json'];
  return [...words.split(' '), ...output, ...flags, ...(argument ? ['--', String(values[argument.name])] : [])];
};
