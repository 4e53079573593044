import type {CommandUnknownOpts} from '@commander-js/extra-typings';
import {LEVELS} from '@edge-console/schema/values';
import {argumentName} from '../../commands/arguments.ts';
import {NAMED_BASELINES} from '../../explore/measures/compare/baselines.ts';
import {CONDITION_FIELDS} from '../../logs/conditions/entry-condition.ts';
import {fieldEntries} from '../../logs/fields.ts';
import {CSV_MODES} from '../../output/cell-text.ts';
import {testableFields} from '../../screens/applications/conditions/application-fields.ts';

export type Completion = readonly Candidate[] | 'files';

interface Candidate {
  readonly value: string;
  readonly description: string;
}

export interface LiveValues {
  profiles(): Promise<readonly string[]>;
  themes(): Promise<readonly string[]>;
  agents(): Promise<readonly Candidate[]>;
  tokens(): Promise<readonly Candidate[]>;
  /** Returns the fields that the command of these words prints. */
  fields(words: readonly string[]): Promise<readonly string[]>;
}

/** Returns candidates for the last of `words`, which follow the program name. */
export const completionOf = async (
  program: CommandUnknownOpts,
  words: readonly string[],
  live: LiveValues,
): Promise<Completion> => {
  const current = words.at(-1) ?? '';
  const {command, option} = read(program, words.slice(0, -1));
  const typed = {words: words.slice(0, option === undefined ? -1 : -2), live};
  const [, start, name] = option === undefined ? (/^((--[^=]+)=)/.exec(current) ?? []) : [];
  if (start !== undefined) {
    const known = optionsOf(command, program).find(({long}) => long === name);
    const values = known === undefined ? [] : await valuesOf(known, current.slice(start.length), typed);
    if (values === 'files') return values;
    return values.map(each => ({...each, value: start + each.value})).filter(({value}) => value.startsWith(current));
  }
  const all =
    option === undefined ? await wordsFor(command, current, {program, live}) : await valuesOf(option, current, typed);
  return all === 'files' ? all : all.filter(({value}) => value.startsWith(current));
};

type Option = CommandUnknownOpts['options'][number];

const read = (program: CommandUnknownOpts, words: readonly string[]) => {
  let command = program;
  let option: Option | undefined;
  for (const word of words) {
    if (option !== undefined) option = undefined;
    else if (word.startsWith('-')) {
      const found = optionsOf(command, program).find(({long, short}) => long === word || short === word);
      option = found?.required === true || found?.optional === true ? found : undefined;
    } else command = command.commands.find(each => each.name() === word) ?? command;
  }
  return {command, option};
};

const optionsOf = (command: CommandUnknownOpts, program: CommandUnknownOpts): readonly Option[] =>
  command === program ? program.options : [...command.options, ...program.options];

const wordsFor = async (
  command: CommandUnknownOpts,
  current: string,
  {program, live}: {readonly program: CommandUnknownOpts; readonly live: LiveValues},
): Promise<Completion> => {
  if (current.startsWith('-'))
    return optionsOf(command, program).map(({long, short, description}) => ({value: long ?? short ?? '', description}));
  if (command.commands.length > 0) {
    return command.commands
      .filter(each => each.name() !== 'complete')
      .map(each => ({value: each.name(), description: each.summary()}));
  }
  const [argument] = command.registeredArguments;
  if (argument === undefined) return [];
  if (argument.argChoices !== undefined) return plain(argument.argChoices);
  if (argument.name() === 'file') return 'files';
  if (argument.name() === 'agent') return live.agents();
  return command.parent?.name() === 'tokens' ? live.tokens() : [];
};

/** Suggestions for options that also accept other values. */
const SUGGESTIONS: Readonly<Record<string, readonly string[]>> = {
  '--against': [...NAMED_BASELINES, 'mark:', 'profile:'],
  '--csv': CSV_MODES,
  '--every': ['1m', '10m', '1h', '1d'],
  '--read-limit': ['1000000', 'none'],
  '--reconnect': ['always', 'never', '5m'],
  '--since': ['15m', '1h', '6h', '24h', '7d'],
  '--expires': ['7d', '30d', '90d', '1y', 'never'],
};

const valuesOf = async (
  {long = '', flags, description, argChoices}: Option,
  current: string,
  {words, live}: {readonly words: readonly string[]; readonly live: LiveValues},
): Promise<Completion> => {
  if (flags.endsWith('<file>')) return 'files';
  if (long === '--agent') return live.agents();
  if (long === '--profile') return plain(await live.profiles());
  if (long === '--fields') return plain(inList(await live.fields(words), current));
  if (long === '--theme') return plain(await live.themes());
  if (long === '--tab') return plain(description.replace(/^.*: /, '').split(', '));
  if (long === '--output' || long === '--by') return plain(description.split(', '));
  if (long === '--keep' || long === '--drop')
    return description.includes('applications') ? APPLICATION_CONDITIONS : CONDITIONS;
  const field = fieldEntries.find(([name]) => long === `--${argumentName({name})}`)?.[1];
  return plain(argChoices ?? field?.names?.map(name => name.toLowerCase()) ?? SUGGESTIONS[long] ?? []);
};

/** Completes the last item of a comma-separated list. Candidates contain the whole list, such as `id,time,level`. */
const inList = (values: readonly string[], list: string): readonly string[] => {
  const before = list.slice(0, list.lastIndexOf(',') + 1);
  const given = before.split(',');
  return values.filter(value => !given.includes(value)).map(value => before + value);
};

/** Shells add no space after a colon. */
const fieldCandidate = ([name, description]: readonly [string, string]) => ({value: `${name}:`, description});

const APPLICATION_CONDITIONS = testableFields.map(fieldCandidate);
const CONDITIONS: readonly Candidate[] = [
  ...Object.entries(CONDITION_FIELDS).map(fieldCandidate),
  ...LEVELS.map(level => ({value: `level:${level.toLowerCase()}`, description: 'exactly this level'})),
];

const plain = (values: readonly string[]): readonly Candidate[] => values.map(value => ({value, description: ''}));
