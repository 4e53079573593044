import {shellLine} from '../../commands/arguments.ts';
import type {Connection} from '../../core/connection/connection.ts';
import type {CopyIntent, Env} from '../../core/screen.ts';
import {textDialog} from '../../dialogs/text-dialog.ts';
import {sanitise} from '../../text/sanitise.ts';
import {wrap} from '../../text/wrap.ts';
import type {Arrangement} from '../rows/arrange.ts';

export const arrangementWords = ({search, sort}: Arrangement): readonly string[] => [
  ...(search === undefined ? [] : ['--search', search.text]),
  ...(sort === undefined ? [] : ['--sort', sort.column, ...(sort.descending ? ['--reverse'] : [])]),
];

export const showAsCommand = (words: readonly string[], {connection}: Pick<Env, 'connection'>): CopyIntent => {
  const {url, consoleUrl, tls, caFile} = connection ?? {};
  return copyLine({
    title: 'This view as a command',
    what: 'the command',
    line: shellLine([
      ...['edge-console', ...words],
      ...(url === undefined ? [] : ['--url', url]),
      ...(consoleUrl === undefined || consoleUrl === url ? [] : ['--console-url', consoleUrl]),
      ...(caFile === undefined ? [] : ['--ca-file', caFile]),
      ...(tls === 'unverified' ? ['--insecure'] : []),
    ]),
    notes: [
      'The credential comes from login, EDGE_CONSOLE_API_TOKEN or --api-token-file.',
      ...(tls === 'pinned' ? ['Add --pin-sha256 with the fingerprint of the certificate.'] : []),
    ],
  });
};

export interface ViewRequest {
  readonly site: 'admin' | 'console';
  /** The path is percent-encoded. */
  readonly path: string;
  /** Undefined and empty parameters are not sent. */
  readonly query: Readonly<Record<string, string | number | undefined>>;
}

type Site = Pick<Connection, 'url' | 'consoleUrl' | 'tls' | 'caFile' | 'identity'>;

/** The command line names shell variables, so that it contains no secret. */
const TOKENS = {
  admin: '"$EDGE_CONSOLE_API_TOKEN"',
  console: `"\${EDGE_CONSOLE_CONSOLE_TOKEN:-$EDGE_CONSOLE_API_TOKEN}"`,
} as const;

// Other users can read the arguments of a process, but not those of the shell builtin `printf`, which passes the token
// on stdin. `-H @-` needs curl 7.55.
const curlLine = ({site, path, query}: ViewRequest, {url, consoleUrl, tls, caFile}: Site): string => {
  const {origin, pathname} = new URL(site === 'admin' ? url : consoleUrl);
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.append(name, String(value));
  }
  const curl = shellLine([
    // Without -g, curl reads brackets in a URL as a pattern.
    ...['curl', '-sSg', '-H', '@-'],
    ...(caFile === undefined ? [] : ['--cacert', caFile]),
    ...(tls === 'unverified' ? ['-k'] : []),
    `${origin}${pathname.replace(/\/$/, '')}${path}?${search}`,
  ]);
  return `printf 'API-Token: %s\\n' ${TOKENS[site]} | ${curl}`;
};

/** All requests are for the same site. */
export const showAsCurl = (requests: readonly ViewRequest[], connection: Site): CopyIntent => {
  const isSeveral = requests.length > 1;
  return copyLine({
    title: isSeveral ? 'The requests of this view' : 'The request of this view',
    what: isSeveral ? 'the requests' : 'the request',
    line: requests.map(request => curlLine(request, connection)).join('\n'),
    notes: [
      requests[0]?.site === 'admin'
        ? 'The token comes from EDGE_CONSOLE_API_TOKEN.'
        : 'The token comes from EDGE_CONSOLE_CONSOLE_TOKEN, or from EDGE_CONSOLE_API_TOKEN.',
      ...(connection.identity.kind === 'session'
        ? ['Set it to an API token; the session of this console is not used.']
        : []),
      ...(connection.tls === 'pinned'
        ? ['curl cannot check a pinned certificate: save the certificate, and add --cacert FILE.']
        : []),
      `${isSeveral ? 'Each' : 'It'} returns one page. The console reads further pages as they are needed, and applies ` +
        'search and order itself.',
    ],
  });
};

interface LineToCopy {
  readonly title: string;
  readonly what: string;
  readonly line: string;
  readonly notes: readonly string[];
}

const copyLine = ({title, what, line, notes}: LineToCopy): CopyIntent => ({
  kind: 'copy',
  text: line,
  what,
  report: problem => {
    const outcome =
      problem === undefined
        ? 'It was sent to the clipboard of the terminal, which does not confirm it.'
        : `It was not copied. ${problem}`;
    const lines = (cells: number) => [
      ...line.split('\n').flatMap(each => wrap(sanitise(each), cells)),
      '',
      ...[outcome, ...notes].flatMap(paragraph => wrap(paragraph, cells)),
    ];
    return textDialog({title, closeKeys: [], lines: (_ui, cells) => lines(cells)});
  },
});
