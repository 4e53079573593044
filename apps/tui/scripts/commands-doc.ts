import {format} from 'node:util';
import type {CommandUnknownOpts, Option} from '@commander-js/extra-typings';
import {commandsOf, descriptionOf, wordsOf} from '../src/headless/create-program.ts';
import {EXITS} from '../src/headless/exit.ts';

export const cell = (text: string): string => text.replaceAll('|', '\\|');

const optionTable = (options: readonly Option[]): string[] => [
  '| option | |',
  '| --- | --- |',
  ...options.map(option => `| \`${cell(option.flags)}\` | ${cell(option.description)}${cell(noteOf(option))} |`),
];

export const noteOf = ({mandatory, defaultValue, defaultValueDescription}: Option): string => {
  const shown = defaultValueDescription ?? defaultValue;
  return mandatory ? ' (required)' : shown === undefined ? '' : format(' (default: %s)', shown);
};

export interface Callable {
  readonly words: string;
  readonly verb: CommandUnknownOpts;
}

/** Leaves out `complete`, since only completion scripts call it. */
export const callables = (program: CommandUnknownOpts): readonly Callable[] =>
  commandsOf(program)
    .filter(command => command.commands.length === 0 && command.name() !== 'complete')
    .map(verb => ({words: wordsOf(verb), verb}));

const verbText = (verb: CommandUnknownOpts): string[] => [
  `\`edge-console ${wordsOf(verb)} ${verb.usage()}\``,
  '',
  descriptionOf(verb),
  '',
  ...(verb.options.length > 0 ? [...optionTable(verb.options), ''] : []),
];

export const exitCodes: readonly (readonly [code: string, meaning: string])[] = Object.values(EXITS).map(
  ({code, meaning}) => [String(code), meaning],
);

export const commandsDoc = (program: CommandUnknownOpts): string => {
  const text = [
    '# Commands',
    '',
    'Generated from the commands. With a noun, `edge-console` prints instead of opening the full screen.',
    '',
    'A list is a table on a terminal, and one JSON object a line in a pipe; `--output` chooses. Texts of the gateway are',
    'made safe on a terminal, and are written byte for byte in a pipe. Remarks go to standard error; `--quiet` drops them.',
    'json, ndjson and csv have values as the gateway sends them; tables and Markdown have times in ISO 8601.',
    'CSV has an apostrophe before a text that a spreadsheet would calculate (one that begins with `=`, `+`, `-`, `@`, a tab',
    'or a line end), also in a pipe, since that often ends in a file. Programs take `--csv exact`. Numbers stay as they are.',
    'Secrets come from files, the environment or standard input, never from the command line.',
    '',
    '## Exit codes',
    '',
    '| code | |',
    '| --- | --- |',
    ...exitCodes.map(([code, meaning]) => `| ${code} | ${meaning} |`),
    '',
    '## Options of every command',
    '',
    ...optionTable(program.options),
    '',
    ...commandsOf(program)
      .filter(command => command.name() !== 'complete')
      .flatMap(command => [
        `${command.parent === program ? '##' : '###'} ${wordsOf(command)}`,
        '',
        ...(command.commands.length === 0 ? verbText(command) : []),
      ]),
  ];
  return `${text.join('\n').trimEnd()}\n`;
};
