import {shellLine} from '../../commands/shell.ts';
import type {Env, Intent} from '../../core/screen.ts';
import type {Arrangement} from '../rows/arrange.ts';
import {lineIntent} from './line-dialog.ts';

/** Options of a command that prints the rows of a list in this arrangement. */
export const arrangementWords = ({search, sort}: Arrangement): readonly string[] => [
  ...(search === undefined ? [] : ['--search', search.text]),
  ...(sort === undefined ? [] : ['--sort', sort.column, ...(sort.descending ? ['--reverse'] : [])]),
];

type Connected = Pick<Env, 'connection'>;

/** The line of shell that prints what a view shows; without secrets. */
const commandLineOf = (words: readonly string[], {connection}: Connected): string => {
  const {url, consoleUrl, tls, caFile} = connection ?? {};
  return shellLine([
    ...['edge-console', ...words],
    ...(url === undefined ? [] : ['--url', url]),
    ...(consoleUrl === undefined || consoleUrl === url ? [] : ['--console-url', consoleUrl]),
    ...(caFile === undefined ? [] : ['--ca-file', caFile]),
    ...(tls === 'unverified' ? ['--insecure'] : []),
  ]);
};

/** Shows and copies that line. */
export const showAsCommand = (words: readonly string[], env: Connected): Intent<never> =>
  lineIntent({
    title: 'This view as a command',
    what: 'the command',
    line: commandLineOf(words, env),
    notes: [
      'The credential comes from login, EDGE_CONSOLE_API_TOKEN or --api-token-file.',
      ...(env.connection?.tls === 'pinned' ? ['Add --pin-sha256 with the fingerprint of the certificate.'] : []),
    ],
  });
