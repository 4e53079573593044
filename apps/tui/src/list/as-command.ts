import {shellLine} from '../commands/shell.ts';
import type {Env, Intent} from '../core/screen.ts';
import {textDialog} from '../dialogs/text-dialog.ts';
import {sanitise} from '../text/sanitise.ts';
import {wrap} from '../text/wrap.ts';
import type {Arrangement} from './arrange.ts';

/** Options of a command that prints the rows of a list in this arrangement. */
export const arrangementWords = ({search, sort}: Arrangement): readonly string[] => [
  ...(search === undefined ? [] : ['--search', search.text]),
  ...(sort === undefined ? [] : ['--sort', sort.column, ...(sort.descending ? ['--reverse'] : [])]),
];

/** The line of shell that prints what a view shows; without secrets. */
const commandLineOf = (words: readonly string[], {connection}: Pick<Env, 'connection'>): string => {
  const {url, consoleUrl, tls} = connection ?? {};
  return shellLine([
    ...['edge-console', ...words],
    ...(url === undefined ? [] : ['--url', url]),
    ...(consoleUrl === undefined || consoleUrl === url ? [] : ['--console-url', consoleUrl]),
    ...(tls === 'unverified' ? ['--insecure'] : []),
  ]);
};

/** Shows and copies that line. */
export const showAsCommand = (words: readonly string[], env: Env): readonly Intent<never>[] => {
  const line = commandLineOf(words, env);
  const trust = env.connection?.tls === 'pinned' || env.connection?.tls === 'ca';
  const notes = [
    'It was copied. The credential comes from login, EDGE_CONSOLE_API_TOKEN or --api-token-file.',
    ...(trust ? ['Add --ca-file or --pin-sha256, as this console was started.'] : []),
  ];
  const lines = (cells: number) => [...wrap(sanitise(line), cells), '', ...notes.flatMap(note => wrap(note, cells))];
  return [
    {kind: 'copy', text: line, what: 'the command'},
    {
      kind: 'dialog',
      open: textDialog({title: 'This view as a command', closeKeys: [], lines: (_ui, cells) => lines(cells)}),
    },
  ];
};
