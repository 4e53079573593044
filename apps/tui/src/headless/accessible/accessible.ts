import {Readable} from 'node:stream';
import {Command} from '@commander-js/extra-typings';
import type {Flags} from '../../cli/args.ts';
import {noTab} from '../../cli/settings.ts';
import {argumentName} from '../../commands/arguments.ts';
import {count} from '../../format/number.ts';
import {queryOf} from '../../logs/filter.ts';
import {readEntries} from '../../logs/read-entries.ts';
import {plainText} from '../../output/text.ts';
import type {View} from '../../output/view.ts';
import {sanitiseLines} from '../../text/sanitise.ts';
import {charset} from '../../theme/glyphs.ts';
import type {Column} from '../../ui/table.ts';
import {agentView, applicationView} from '../apps/commands.ts';
import {EXIT, failureOf} from '../exit.ts';
import type {Host} from '../host.ts';
import {logView} from '../logs/log-view.ts';
import {filterOf, withFilter} from '../options.ts';
import {type ProcessPorts, processHosts} from '../process-host.ts';
import {runCommand} from '../run.ts';
import {tokenView} from '../tokens/token-view.ts';
import {createLineReader, type LineReader} from './line-reader.ts';

/** A list that is read as far as it was asked for. */
interface Listing {
  /** `entries`, `API tokens`. */
  readonly noun: string;
  /** A row as one line; undefined after the last one. */
  line(index: number): Promise<string | undefined>;
  /** All fields of a row. */
  detail(index: number): Promise<readonly string[]>;
  /** Index of the next row at ERROR or worse; undefined if there is none. */
  nextError(after: number): Promise<number | undefined>;
  readonly total: number | undefined;
}

const HELP = `show logs, show tokens, show agents, show apps AGENT: choose a list.
next, previous, first: go to a row. next 5 goes five rows on. Enter alone is next.
open, open 12: all fields of a row.
next-error: the next entry at ERROR or worse.
filter level warn, filter node 7, filter since 2h, filter clear: which entries are shown.
login NAME, logout, whoami, doctor: as in docs/COMMANDS.md, and every other command there,
such as tokens create --name ci --secret-to FILE, or logs count --level error.
help, quit.`;

/**
 * The console as lines that are only appended: a prompt, one line for each change, no cursor movement. Lists are those
 * of the commands that print.
 */
export const runAccessible = async (flags: Flags, version: string, ports: ProcessPorts = process): Promise<number> => {
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) ports.once(signal, interrupt);
  const {createHost, close} = processHosts(ports, {version, signal: stop.signal});
  const {tab = 'error-logs', ascii: _ascii, theme: _theme, accessible: _accessible, ...connecting} = flags;
  const start = firstList(tab);
  const host = createHost(() => ({...connecting, input: true}));
  const lines = createLineReader(ports.stdin, stop.signal);
  const say = (text: string) => host.out.write(`${text}\n`);
  const session = createSession(host, say);
  try {
    await say('edge-console, line by line. Type help for the commands.');
    const run = async (words: readonly string[]): Promise<void> => {
      if (session.knows(words)) await session.run(words).catch(report(say));
      else await runTyped(words, {flags: connecting, version, ports, lines, say});
    };
    await run(start);
    for (;;) {
      await host.out.write('edge> ');
      const line = await lines.next();
      if (line === undefined) break;
      const words = wordsOf(line);
      if (words[0] === 'quit' || words[0] === 'exit') break;
      await run(words);
    }
    return stop.signal.aborted ? EXIT.interrupted : EXIT.done;
  } finally {
    lines.close();
    close();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) ports.removeListener(signal, interrupt);
  }
};

/** What the tabs of the full screen are here. */
const TABS: Readonly<Record<string, readonly string[]>> = {
  session: ['whoami'],
  tokens: ['show', 'tokens'],
  'error-logs': ['show', 'logs'],
  applications: ['show', 'agents'],
  patterns: ['logs', 'patterns'],
  changes: ['logs', 'diff'],
  facets: ['logs', 'facets'],
};

const firstList = (tab: string): readonly string[] => {
  const words = TABS[tab];
  if (words === undefined) throw noTab(tab, Object.keys(TABS));
  return words;
};

type Say = (text: string) => Promise<void>;

const report = (say: Say) => async (error: unknown) => {
  const {message, hint} = failureOf(error);
  await say(`${message}${hint === '' ? '' : ` ${hint}`}`);
};

/** Words of a line; quotes keep spaces. */
const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, bare]) => double ?? single ?? bare ?? '');

const createSession = (host: Host, say: Say) => {
  let listing: Listing | undefined;
  let at = 0;
  const filter = new Map<string, string>();

  const tell = async (index: number): Promise<void> => {
    if (listing === undefined) return say('No list is shown: show logs, show tokens, show agents or show apps AGENT.');
    const line = await listing.line(index);
    if (line === undefined)
      return say(index === 0 ? `There are no ${listing.noun}.` : `That was the last of the ${listing.noun}.`);
    at = index;
    const of = listing.total === undefined ? '' : ` of ${count(listing.total)}`;
    await say(`${count(index + 1)}${of}, ${line}`);
  };

  const show = async (what = '', agent?: string): Promise<void> => {
    const {client} = await host.connect();
    const {signal} = host;
    if (what === 'logs') {
      const chosen = filterOf(parseFilter(filter), host.out);
      const total = await client.errorLogs.count(queryOf(chosen), {signal});
      listing = await openListing(logView, readEntries(client, chosen, {signal}), {host, noun: 'entries', total});
    } else if (what === 'tokens') {
      const total = await client.apiTokens.count({signal});
      listing = await openListing(tokenView, client.apiTokens.items({}, {signal}), {host, noun: 'API tokens', total});
    } else if (what === 'agents') {
      listing = await openListing(agentView, client.applications.agents({signal}), {
        host,
        noun: 'agents',
        total: undefined,
      });
    } else if (what === 'apps' && agent !== undefined) {
      const items = client.applications.items(agent, {}, {signal});
      listing = await openListing(applicationView, items, {host, noun: 'applications', total: undefined});
    } else return say('show logs, show tokens, show agents, or show apps AGENT.');
    at = 0;
    await tell(0);
  };

  const setFilter = async (name = '', value?: string): Promise<void> => {
    if (name === 'clear') filter.clear();
    else if (value === undefined) {
      const names = withFilter(new Command('filter')).options.map(({long}) => long?.slice(2));
      return say(`filter NAME VALUE: ${names.join(', ')}; or filter clear.`);
    } else {
      const before = new Map(filter);
      filter.set(name, value);
      try {
        parseFilter(filter);
      } catch (error) {
        filter.clear();
        for (const [key, kept] of before) filter.set(key, kept);
        return say((error as Error).message.replace(/^error: /, ''));
      }
    }
    await show('logs');
  };

  const steps = (text: string | undefined): number => (text === undefined ? 1 : Number(text) || 1);
  const actions: Readonly<Record<string, (first?: string, second?: string) => Promise<void>>> = {
    show,
    filter: setFilter,
    next: by => tell(at + steps(by)),
    previous: by => tell(Math.max(0, at - steps(by))),
    first: () => tell(0),
    async open(number) {
      const index = number === undefined ? at : Number(number) - 1;
      const text = Number.isSafeInteger(index) && index >= 0 ? await listing?.detail(index) : undefined;
      await say(text === undefined || text.length === 0 ? 'There is no such row.' : text.join('\n'));
    },
    async 'next-error'() {
      const index = await listing?.nextError(at);
      await (index === undefined ? say('There is no further error.') : tell(index));
    },
    help: () => say(HELP),
  };
  return {
    knows: ([name = 'next']: readonly string[]): boolean => name in actions,
    run: async ([name = 'next', first, second]: readonly string[]) => actions[name]?.(first, second),
  };
};

const parseFilter = (filter: ReadonlyMap<string, string>) =>
  withFilter(new Command('filter'))
    .exitOverride()
    .configureOutput({writeErr: () => undefined})
    .parse(
      [...filter].flatMap(([name, value]) => [`--${name}`, value]),
      {from: 'user'},
    )
    .opts();

interface ListingOptions {
  readonly host: Host;
  readonly noun: string;
  readonly total: number | undefined;
}

const openListing = async <T, D>(
  view: View<T, D>,
  items: AsyncIterable<T>,
  {host, noun, total}: ListingOptions,
): Promise<Listing> => {
  const {columns, data} = await view.table();
  const look = {now: host.now(), glyphs: charset(!host.isUnicode).glyphs, data};
  const rows: T[] = [];
  const rest = items[Symbol.asyncIterator]();
  const rowAt = async (index: number): Promise<T | undefined> => {
    while (rows.length <= index) {
      const {done, value} = await rest.next();
      if (done === true) return undefined;
      rows.push(value);
    }
    return rows[index];
  };
  const textOf = (row: T) =>
    columns.map((column: Column<T, D>) => column.text(row, look).trim()).filter(text => text !== '');
  return {
    noun,
    total,
    async line(index) {
      const row = await rowAt(index);
      return row === undefined ? undefined : textOf(row).join(', ');
    },
    async detail(index) {
      const row = await rowAt(index);
      if (row === undefined) return [];
      return Object.entries(view.fields).flatMap(([name, value]) => {
        const [first = '', ...more] = sanitiseLines(plainText(value(row)));
        return first === '' ? [] : [`${name}: ${first}`, ...more];
      });
    },
    async nextError(after) {
      for (let index = after + 1; ; index++) {
        const row = await rowAt(index);
        if (row === undefined) return undefined;
        const {level} = row as {readonly level?: number};
        if (level !== undefined && level <= 4) return index;
      }
    },
  };
};

interface TypedOptions {
  readonly flags: Flags;
  readonly version: string;
  readonly ports: ProcessPorts;
  readonly lines: LineReader;
  readonly say: Say;
}

/** Runs a command of docs/COMMANDS.md. `login NAME` asks for the password, which is not echoed. */
const runTyped = async (words: readonly string[], {flags, version, ports, lines, say}: TypedOptions): Promise<void> => {
  const given = Object.entries(flags).flatMap(([name, value]) => {
    const flag = `--${argumentName({name})}`;
    return value === undefined ? [] : value === true ? [flag] : [flag, String(value)];
  });
  const [first, username, ...others] = words;
  const asks = first === 'login' && !words.some(word => word.endsWith('-stdin'));
  if (asks && (username === undefined || username.startsWith('-'))) return say('login NAME');
  let input = '';
  if (asks) {
    input = (await lines.nextHidden(() => void ports.stdout.write('Password: '))) ?? '';
    ports.stdout.write('\n');
  }
  const args = asks ? ['login', '--username', username ?? '', '--password-stdin', ...others] : words;
  const stdin = Object.assign(Readable.from([`${input}\n`]), {isTTY: false});
  // Messages belong to the transcript.
  await runCommand([...args, ...given], version, {...portsOf(ports), stdin, stderr: ports.stdout});
};

const portsOf = (ports: ProcessPorts): ProcessPorts => ({
  env: ports.env,
  stdin: ports.stdin,
  stdout: ports.stdout,
  stderr: ports.stderr,
  once: (signal, listener) => ports.once(signal, listener),
  removeListener: (signal, listener) => ports.removeListener(signal, listener),
});
