import {format} from 'node:util';
import {EXIT} from '../src/headless/exit.ts';
import type {createProgram} from '../src/headless/program.ts';

type Program = Awaited<ReturnType<typeof createProgram>>;
type Command = Program['commands'][number];

const cell = (text: string): string => text.replaceAll('|', '\\|');

const optionTable = ({options}: Pick<Command, 'options'>): string[] => [
  '| option | |',
  '| --- | --- |',
  ...options.map(({flags, description, defaultValue, mandatory}) => {
    const note = mandatory ? ' (required)' : defaultValue === undefined ? '' : format(' (default: %s)', defaultValue);
    return `| \`${cell(flags)}\` | ${cell(description)}${cell(note)} |`;
  }),
];

const verbText = (noun: Command, verb = noun): string[] => [
  ...(verb === noun ? [`## ${noun.name()}`] : [`### ${noun.name()} ${verb.name()}`]),
  '',
  `\`edge-console ${verb === noun ? '' : `${noun.name()} `}${verb.name()} ${verb.usage()}\``,
  '',
  verb.description() || `${verb.summary().charAt(0).toUpperCase()}${verb.summary().slice(1)}.`,
  '',
  ...(verb.options.length > 0 ? [...optionTable(verb), ''] : []),
];

const MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  done: 'done',
  failed: 'failed',
  usage: 'invalid command line or config; nothing was sent',
  refused: 'the gateway refused, by HTTP status or envelope',
  unauthenticated: 'no credential, or one that is not valid',
  notFound: 'not found',
  unreachable: 'the gateway cannot be reached, or TLS failed',
  partial: 'a part of a batch failed, an audit or a comparison found something, or the output may be incomplete',
  interrupted: 'interrupted',
};

/** The text of docs/COMMANDS.md. */
export const commandsDoc = (program: Program): string => {
  const text = [
    '# Commands',
    '',
    'Generated from the commands. With a noun, `edge-console` prints instead of opening the full screen.',
    '',
    'A list is a table on a terminal, and one JSON object a line in a pipe; `--output` chooses. Texts of the gateway are',
    'made safe on a terminal, and are written byte for byte in a pipe. Remarks go to standard error; `--quiet` drops them.',
    'Secrets come from files, the environment or standard input, never from the command line.',
    '',
    '## Exit codes',
    '',
    '| code | |',
    '| --- | --- |',
    ...Object.entries(EXIT).map(([name, code]) => `| ${code} | ${MEANINGS[name as keyof typeof EXIT]} |`),
    '',
    '## Options of every command',
    '',
    ...optionTable(program as unknown as Command),
    '',
    ...program.commands
      // Called by the completion scripts.
      .filter(noun => noun.name() !== 'complete')
      .flatMap(noun =>
        noun.commands.length === 0
          ? verbText(noun as Command)
          : [`## ${noun.name()}`, '', ...noun.commands.flatMap(verb => verbText(noun as Command, verb as Command))],
      ),
  ];
  return `${text.join('\n').trimEnd()}\n`;
};
