import type {CommandUnknownOpts, Option} from '@commander-js/extra-typings';
import {screenProgram} from '../src/cli/args.ts';
import {descriptionOf} from '../src/headless/create-program.ts';
import {tabIds} from '../src/screens/tabs.ts';
import {type Callable, callables, exitCodes, noteOf} from './commands-doc.ts';

/** `-` is missing, because groff prints it as a hyphen, which is right in prose. `literal` escapes it. */
const NAMED: Readonly<Record<string, string>> = {
  '\\': '\\e',
  "'": '\\(aq',
  '`': '\\(ga',
  '~': '\\(ti',
  '^': '\\(ha',
  '"': '\\(dq',
};

const escaped = (text: string): string =>
  text
    .replaceAll(/[\\'`~^"]/g, character => NAMED[character] ?? character)
    .replaceAll(/[^\x20-\x7e]/gu, character => {
      const code = character.codePointAt(0) ?? 0;
      return `\\[u${code.toString(16).toUpperCase().padStart(4, '0')}]`;
    });

const literal = (text: string): string => escaped(text).replaceAll('-', '\\-');

export const prose = (text: string): string => {
  const parts = text.split(/(`[^`]*`|(?<![\w-])--?[A-Za-z][\w-]*)/);
  const line = parts
    .map(part => {
      if (part.startsWith('`')) return `\\fB${literal(part.slice(1, -1))}\\fR`;
      return /^--?[A-Za-z]/.test(part) ? literal(part) : escaped(part);
    })
    .join('');
  return /^[.']/.test(line) ? `\\&${line}` : line;
};

const heading = (macro: 'SH' | 'SS', text: string): string => `.${macro} "${literal(text)}"`;

const entries = (list: readonly (readonly [term: string, text: string])[]): readonly string[] =>
  list.flatMap(([term, text]) => ['.TP', `\\fB${literal(term)}\\fR`, prose(text)]);

const optionEntries = (options: readonly Option[]): readonly string[] =>
  entries(options.map(option => [option.flags, `${option.description}${noteOf(option)}`]));

const screenOptions = (program: CommandUnknownOpts): readonly Option[] => {
  const known = new Set([...program.options.map(({long}) => long), '--help', '--version']);
  return screenProgram(tabIds).options.filter(({long}) => !known.has(long));
};

const commandText = ({words, verb}: Callable): readonly string[] => [
  heading('SS', words),
  `\\fBedge\\-console ${literal(words)}\\fR ${prose(verb.usage())}`,
  '.PP',
  prose(descriptionOf(verb)),
  ...optionEntries(verb.options),
];

const ENVIRONMENT = [
  ['EDGE_CONSOLE_API_TOKEN', 'API token of the gateway.'],
  ['EDGE_CONSOLE_CONSOLE_TOKEN', "The console's own API token."],
  ['XDG_CONFIG_HOME, XDG_STATE_HOME', 'Folders of the config file and of saved credentials.'],
  ['NO_COLOR', 'No colours.'],
  ['ACCESSIBLE', 'As --accessible.'],
  [
    'EDGE_CONSOLE_URL and so on',
    'As the options that name them. An option comes first, then its variable, then the config.',
  ],
  [
    'EDGE_CONSOLE_USERNAME, EDGE_CONSOLE_TOKEN_COMMAND, EDGE_CONSOLE_LABEL, EDGE_CONSOLE_COLOUR',
    'As the fields of the profile.',
  ],
  ['EDGE_CONSOLE_WRITE_POLICY', 'As writePolicy of a profile; the strictest holds.'],
  [
    'EDGE_CONSOLE_KEYS, EDGE_CONSOLE_RUNBOOKS, EDGE_CONSOLE_MESSAGES, EDGE_CONSOLE_DEPLOYS, EDGE_CONSOLE_NOTIFY',
    'As the fields of the config, in JSON.',
  ],
] as const;

const FILES = [
  [
    '$XDG_CONFIG_HOME/edge-console/config.json',
    'Profiles, keys and themes; `edge-console config schema` prints its schema.',
  ],
  [
    '$XDG_STATE_HOME/edge-console/credentials.json',
    'Credentials that `edge-console login` saves; only the user can read it.',
  ],
] as const;

/** Returns text in macros of man(7). It has no version or date, so it changes only with the commands. */
export const manPage = (program: CommandUnknownOpts): string => {
  const lines = [
    '.\\" Generated from the commands.',
    '.TH EDGE\\-CONSOLE 1 "" "edge\\-console" "User Commands"',
    '.nh',
    '.ad l',
    '.SH NAME',
    'edge\\-console \\- console for operators of an edge gateway',
    '.SH SYNOPSIS',
    '\\fBedge\\-console\\fR [\\fIoption\\fR ...]',
    '.br',
    '\\fBedge\\-console demo\\fR',
    '.br',
    '\\fBedge\\-console\\fR \\fInoun\\fR [\\fIverb\\fR] [\\fIoption\\fR ...]',
    '.SH DESCRIPTION',
    prose(
      'Without a noun, opens the full screen on a gateway. With a noun, prints and ends. `demo` needs the npm package: ' +
        'the single executable and the Debian package have no demo.',
    ),
    '.PP',
    prose(
      'A list is a table on a terminal, and one JSON object a line in a pipe; --output chooses. Remarks go to standard ' +
        'error. Secrets come from files, the environment or standard input, never from the command line.',
    ),
    '.SH OPTIONS',
    prose('Of every command. The full screen takes those that choose the gateway, its credential and the config.'),
    ...optionEntries(program.options),
    heading('SH', 'OPTIONS OF THE FULL SCREEN'),
    ...optionEntries(screenOptions(program)),
    '.SH COMMANDS',
    ...callables(program).flatMap(commandText),
    heading('SH', 'EXIT STATUS'),
    ...entries(exitCodes),
    '.SH ENVIRONMENT',
    ...entries(ENVIRONMENT),
    '.SH FILES',
    ...entries(FILES),
  ];
  return `${lines.join('\n')}\n`;
};
