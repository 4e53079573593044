import {shellLine} from '../../commands/shell.ts';
import type {Connection} from '../../core/connection.ts';
import type {Intent} from '../../core/screen.ts';
import {lineIntent} from './line-dialog.ts';

/** A GET request for rows of a view. */
export interface ViewRequest {
  readonly site: 'admin' | 'console';
  /** Encoded. */
  readonly path: string;
  /** Undefined and empty values are not sent. */
  readonly query: Readonly<Record<string, string | number | undefined>>;
}

type Site = Pick<Connection, 'url' | 'consoleUrl' | 'tls' | 'caFile' | 'identity'>;

/** The shell expands these: the line has no secret. */
const TOKENS = {
  admin: '"$EDGE_CONSOLE_API_TOKEN"',
  console: `"\${EDGE_CONSOLE_CONSOLE_TOKEN:-$EDGE_CONSOLE_API_TOKEN}"`,
} as const;

/**
 * The request as a line for sh. `printf` is a builtin: the token is in no argument of a process, where other users of the
 * machine could read it. `-H @-` needs curl 7.55.
 */
const curlLine = ({site, path, query}: ViewRequest, {url, consoleUrl, tls, caFile}: Site): string => {
  const {origin, pathname} = new URL(site === 'admin' ? url : consoleUrl);
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.append(name, String(value));
  }
  const curl = shellLine([
    // -g: a URL is no pattern.
    ...['curl', '-sSg', '-H', '@-'],
    ...(caFile === undefined ? [] : ['--cacert', caFile]),
    ...(tls === 'unverified' ? ['-k'] : []),
    `${origin}${pathname.replace(/\/$/, '')}${path}?${search}`,
  ]);
  return `printf 'API-Token: %s\\n' ${TOKENS[site]} | ${curl}`;
};

/** Shows and copies that line. */
export const showAsCurl = (request: ViewRequest, connection: Site): Intent<never> =>
  lineIntent({
    title: 'The request of this view',
    what: 'the request',
    line: curlLine(request, connection),
    notes: [
      ...(request.site === 'admin'
        ? ['The token comes from EDGE_CONSOLE_API_TOKEN.']
        : ['The token comes from EDGE_CONSOLE_CONSOLE_TOKEN, or from EDGE_CONSOLE_API_TOKEN.']),
      ...(connection.identity.kind === 'session'
        ? ['Set it to an API token; the session of this console is not used.']
        : []),
      ...(connection.tls === 'pinned'
        ? ['curl cannot check a pinned certificate: save the certificate, and add --cacert FILE.']
        : []),
      'It brings one page. The console reads further pages as they are needed, and applies search and order itself.',
    ],
  });
