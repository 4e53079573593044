import {hasConditions, queryOf} from '../../logs/filter.ts';
import {readEntries} from '../../logs/read-entries.ts';
import {plainText} from '../../output/text.ts';
import type {View} from '../../output/view.ts';
import {sanitiseLines} from '../../text/sanitise.ts';
import {charset} from '../../theme/glyphs.ts';
import {agentView, namedAgents} from '../apps/agents.ts';
import {applicationView} from '../apps/commands.ts';
import {type FilterOptions, filterOf} from '../filter-options.ts';
import type {Host} from '../host.ts';
import {logView} from '../logs/list.ts';
import {tokenView} from '../tokens/token-output.ts';

export type Listing = Awaited<ReturnType<typeof listingOf>>;

interface Choice {
  /** The word after `show`, such as `tokens`. */
  readonly what: string;
  readonly agent: string | undefined;
  readonly filter: FilterOptions;
}

/**
 * Opens the list `what`. Resolves to undefined if there is no such list, or if `what` is `apps` and no agent is given.
 */
export const openListing = async ({what, agent, filter}: Choice, host: Host): Promise<Listing | undefined> => {
  const {client} = await host.connect();
  const {signal} = host;
  switch (what) {
    case 'logs': {
      const chosen = filterOf(filter, host.out);
      const total = hasConditions(chosen) ? undefined : await client.errorLogs.count(queryOf(chosen), {signal});
      return listingOf(logView, readEntries(client, chosen, signal), {host, noun: 'entries', total});
    }
    case 'tokens': {
      const total = await client.apiTokens.count({signal});
      return listingOf(tokenView, client.apiTokens.items({}, {signal}), {host, noun: 'API tokens', total});
    }
    case 'agents':
      return listingOf(agentView, namedAgents(host), {host, noun: 'agents'});
    case 'apps': {
      if (agent === undefined) return undefined;
      return listingOf(applicationView, client.applications.items(agent, {}, {signal}), {host, noun: 'applications'});
    }
    default:
      return undefined;
  }
};

interface ListingOptions {
  readonly host: Host;
  readonly noun: string;
  readonly total?: number | undefined;
}

const ERROR_LEVEL = 4;

const listingOf = async <T, D>(view: View<T, D>, items: AsyncIterable<T>, {host, noun, total}: ListingOptions) => {
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
  return {
    noun,
    total,
    async line(index: number): Promise<string | undefined> {
      const row = await rowAt(index);
      if (row === undefined) return undefined;
      const texts = columns.map(column => column.text(row, look).trim());
      return texts.filter(text => text !== '').join(', ');
    },
    async detail(index: number): Promise<readonly string[]> {
      const row = await rowAt(index);
      if (row === undefined) return [];
      return Object.entries(view.fields).flatMap(([name, value]) => {
        const [first = '', ...more] = sanitiseLines(plainText(value(row)));
        return first === '' ? [] : [`${name}: ${first}`, ...more];
      });
    },
    async nextError(after: number): Promise<number | undefined> {
      for (let index = after + 1; ; index++) {
        const row = await rowAt(index);
        if (row === undefined) return undefined;
        const {level} = row as {readonly level?: number};
        if (level !== undefined && level <= ERROR_LEVEL) return index;
      }
    },
  };
};
