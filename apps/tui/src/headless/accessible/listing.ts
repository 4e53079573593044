import type {ApiToken} from '@edge-console/schema';
import {firstOf} from '../../cli/profiles.ts';
import {chooseProfile} from '../../cli/settings.ts';
import {combine} from '../../cli/variables.ts';
import {argumentName, listItems} from '../../commands/arguments.ts';
import type {Scope} from '../../commands/own-command.ts';
import type {RowValues} from '../../core/screen.ts';
import {entryRow} from '../../logs/conditions/entry-fields.ts';
import {hasConditions, type LogFilter, queryOf} from '../../logs/filter.ts';
import {readEntries} from '../../logs/read-entries.ts';
import {plainText} from '../../output/cell-text.ts';
import {agentFields} from '../../output/row-fields.ts';
import {type View, valuesOf} from '../../output/view.ts';
import {sanitiseLines} from '../../text/sanitise.ts';
import {charset} from '../../theme/glyphs.ts';
import {agentView, namedAgents, readAgentIds} from '../apps/agent-commands.ts';
import {applicationView} from '../apps/app-commands.ts';
import {withAgent} from '../apps/several-agents.ts';
import {type FilterOptions, filterOf} from '../filter-options.ts';
import type {Host} from '../host.ts';
import {logView} from '../logs/list-command.ts';
import {tokenView} from '../tokens/token-output.ts';

/** Values of options of `logs list`, by the name of the option. */
export type FilterTexts = Readonly<Record<string, string>>;

export const readDefaults = async (host: Host) => {
  const given = combine(host.options(), host.env);
  const config = await host.config();
  const {profile} = chooseProfile(given, config);
  const {tab, defaults = {}} = firstOf(config, profile, {firstTab: given.values.firstTab, env: host.env});
  const {range: since, ...fields} = defaults['error-logs'] ?? {};
  const filter: FilterTexts = Object.fromEntries(
    Object.entries({...fields, since}).flatMap(([name, text]) =>
      text === undefined ? [] : [[argumentName({name}), text]],
    ),
  );
  return {tab, filter, tokens: defaults.tokens, agents: listItems(defaults.applications?.agent ?? '')};
};

export type Defaults = Awaited<ReturnType<typeof readDefaults>>;

export const filterArguments = (filter: FilterTexts): readonly string[] =>
  // Name and value are one argument, because a value may begin with `-`.
  Object.entries(filter).map(([name, text]) => `--${name}=${text}`);

export type Listing = Awaited<ReturnType<typeof listingOf>>;

interface Choice {
  /** The word after `show`, such as `tokens`. */
  readonly what: string;
  readonly agents: readonly string[];
  /** Sort order of the token list. */
  readonly tokens: Defaults['tokens'];
  readonly filter: FilterOptions;
}

/** Resolves to undefined for an unknown list, or for `apps` without an agent. */
export const openListing = async ({what, agents, tokens, filter}: Choice, host: Host): Promise<Listing | undefined> => {
  const {client} = await host.connect();
  const {signal} = host;
  switch (what) {
    case 'logs': {
      const chosen = filterOf(filter, host.out);
      const total = hasConditions(chosen) ? undefined : await client.errorLogs.count(queryOf(chosen), {signal});
      return listingOf(logView, readEntries(client, chosen, signal), {
        ...{host, noun: 'entries', total, filter: chosen},
        subjects: {entry: entry => entryRow(entry, chosen)},
      });
    }
    case 'tokens': {
      const total = await client.apiTokens.count({signal});
      const items = client.apiTokens.items({}, {signal});
      return listingOf(tokenView, tokens === undefined ? items : sortedTokens(items, tokens), {
        ...{host, noun: 'API tokens', total},
        subjects: {token: row => valuesOf(tokenView, row)},
      });
    }
    case 'agents':
      return listingOf(agentView, namedAgents(host), {
        ...{host, noun: 'agents'},
        subjects: {agent: row => valuesOf({fields: agentFields}, row)},
      });
    case 'apps': {
      if (agents.length === 0) return undefined;
      const ids = await readAgentIds(host, agents);
      async function* items() {
        for (const agent of ids) {
          for await (const row of client.applications.items(agent, {}, {signal})) yield Object.assign(row, {agent});
        }
      }
      return listingOf(withAgent(applicationView, ids.length > 1), items(), {
        ...{host, noun: 'applications'},
        subjects: {
          application: row => ({...valuesOf(applicationView, row), agent: row.agent}),
          async agent({agent}) {
            const known = await client.applications.agents({signal});
            return {id: agent, name: known.find(({id}) => String(id) === agent)?.name};
          },
        },
      });
    }
    default:
      return undefined;
  }
};

async function* sortedTokens(items: AsyncIterable<ApiToken>, {sort, reverse}: NonNullable<Defaults['tokens']>) {
  const {arrangeRows} = await import('../../list/rows/arrange.ts');
  const by = {column: sort, descending: reverse === true};
  yield* arrangeRows(await Array.fromAsync(items), {search: undefined, sort: by}, await tokenView.table());
}

interface ListingOptions<T> {
  readonly host: Host;
  readonly noun: string;
  readonly total?: number | undefined;
  readonly filter?: LogFilter;
  /** By type of row, such as `token`. Each function returns the fields of a row for commands defined in the config. */
  readonly subjects: Readonly<Partial<Record<Scope, (row: T) => RowValues | Promise<RowValues>>>>;
}

const ERROR_LEVEL = 4;

const listingOf = async <T, D>(
  view: View<T, D>,
  items: AsyncIterable<T>,
  {host, noun, total, filter, subjects}: ListingOptions<T>,
) => {
  const {columns, data} = await view.table();
  const context = {now: host.now(), glyphs: charset(!host.isUnicode).glyphs, data};
  const rows: T[] = [];
  const rest = items[Symbol.asyncIterator]();
  let failure: Promise<never> | undefined;
  const rowAt = async (index: number): Promise<T | undefined> => {
    while (rows.length <= index) {
      // After an error, the iterator would report the end of the list. The stored rejection is returned instead.
      if (failure !== undefined) return failure;
      const {done, value} = await rest.next().catch((error: unknown) => {
        failure = Promise.reject(error);
        return failure;
      });
      if (done === true) return undefined;
      rows.push(value);
    }
    return rows[index];
  };
  return {
    noun,
    total,
    filter,
    async subject(index: number, scope: Scope): Promise<RowValues | undefined> {
      const row = await rowAt(index);
      return row === undefined ? undefined : subjects[scope]?.(row);
    },
    async line(index: number): Promise<string | undefined> {
      const row = await rowAt(index);
      if (row === undefined) return undefined;
      const shown = columns.filter(({given}) => given?.(row, data) !== false);
      const texts = shown.map(column => column.text(row, context).trim());
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
