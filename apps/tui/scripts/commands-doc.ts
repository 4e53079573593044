import {format} from 'node:util';
import {type createProgram, descriptionOf} from '../src/headless/create-program.ts';
import {EXITS} from '../src/headless/exit.ts';

export type Program = Awaited<ReturnType<typeof createProgram>>;
export type Command = Program['commands'][number];

export const cell = (text: string): string => text.replaceAll('|', '\\|');

const optionTable = ({options}: Pick<Command, 'options'>): string[] => [
  '| option | |',
  '| --- | --- |',
  ...options.map(option => `| \`${cell(option.flags)}\` | ${cell(option.description)}${cell(noteOf(option))} |`),
];

export const noteOf = ({mandatory, defaultValue, defaultValueDescription}: Command['options'][number]): string => {
  const shown = defaultValueDescription ?? defaultValue;
  return mandatory ? ' (required)' : shown === undefined ? '' : format(' (default: %s)', shown);
};

export interface Callable {
  readonly words: string;
  readonly noun: string;
  readonly verb: Command;
}

/** Leaves out `complete`, since only completion scripts call it. */
export const callables = (program: Program): readonly Callable[] =>
  (program.commands as readonly Command[])
    .filter(noun => noun.name() !== 'complete')
    .flatMap(noun =>
      noun.commands.length === 0
        ? [{words: noun.name(), noun: noun.name(), verb: noun}]
        : noun.commands.map((verb: Command) => ({words: `${noun.name()} ${verb.name()}`, noun: noun.name(), verb})),
    );

const verbText = ({words, noun, verb}: Callable): string[] => [
  ...(words === noun ? [`## ${noun}`] : [`### ${words}`]),
  '',
  `\`edge-console ${words} ${verb.usage()}\``,
  '',
  descriptionOf(verb),
  '',
  ...(verb.options.length > 0 ? [...optionTable(verb), ''] : []),
];

export const exitCodes: readonly (readonly [code: string, meaning: string])[] = Object.values(EXITS).map(
  ({code, meaning}) => [String(code), meaning],
);

export const commandsDoc = (program: Program): string => {
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
    ...optionTable(program as unknown as Command),
    '',
    ...callables(program).flatMap((callable, at, all) => {
      const isNewNoun = callable.words !== callable.noun && all[at - 1]?.noun !== callable.noun;
      return [...(isNewNoun ? [`## ${callable.noun}`, ''] : []), ...verbText(callable)];
    }),
  ];
  return `${text.join('\n').trimEnd()}\n`;
};
