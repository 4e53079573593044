import {Command} from '@commander-js/extra-typings';
import {listItems} from '../../commands/arguments.ts';
import {type Condition, conditionOptions, withCondition} from '../../core/condition.ts';
import {count} from '../../format/number.ts';
import {conditionWords} from '../../logs/conditions/entry-condition.ts';
import {sanitise} from '../../text/sanitise.ts';
import {CommandError} from '../exit.ts';
import {filterNames, withFilter} from '../filter-options.ts';
import type {Host} from '../host.ts';
import type {LineReader} from './line-reader.ts';
import {type Defaults, type FilterTexts, filterArguments, type Listing, openListing, readDefaults} from './listing.ts';
import {runOwnCommand} from './run-own-command.ts';

const HELP = `show logs, show tokens, show agents, show apps AGENT: choose a list.
next, previous, first: go to a row. next 5 goes five rows on. Enter alone is next.
open, open 12: all fields of a row.
next-error: the next entry at ERROR or worse.
filter level warn, filter node 7, filter since 2h, filter clear: which entries are shown.
keep TEXT, drop TEXT: only entries that match, or only the others. TEXT may also be
/regex/ or field:value. Each adds to those before; filter clear ends them all.
login NAME, logout, whoami, doctor: as in docs/COMMANDS.md, and every other command there,
such as tokens create --name ci --secret-to FILE, or logs count --level error.
run NAME: a command of your config, for the current row. Its name alone does the same,
unless a command above or in docs/COMMANDS.md has that name.
help, quit.`;

const usage = (message: string): CommandError => new CommandError('usage', message);

const NO_COMMANDS = 'the config has no commands';

export type Say = (text: string) => Promise<void>;

type ListCommand = (...words: string[]) => Promise<void>;

export const listCommands = (host: Host, say: Say, lines: LineReader) => {
  let listing: Listing | undefined;
  let at = 0;
  let defaults: Defaults | undefined;
  let filter: FilterTexts = {};
  let conditions: readonly Condition[] = [];

  const goTo = async (index: number): Promise<void> => {
    if (listing === undefined) throw usage('No list was read: show logs, show tokens, show agents or show apps AGENT.');
    const line = await listing.line(index);
    if (line === undefined)
      return say(index === 0 ? `There are no ${listing.noun}.` : `That was the last of the ${listing.noun}.`);
    at = index;
    const of = listing.total === undefined ? '' : ` of ${count(listing.total)}`;
    await say(`${count(index + 1)}${of}, ${line}`);
  };

  /** On the first call, reads the default filter, sort order and agents from the config, and prints the filter. */
  const start = async (): Promise<Defaults> => {
    if (defaults !== undefined) return defaults;
    defaults = await readDefaults(host);
    filter = defaults.filter;
    const words = Object.entries(filter).map(([name, text]) => `${name} ${text}`);
    if (words.length > 0) await say(sanitise(`Filter of the entries: ${words.join(', ')}. filter clear shows all.`));
    return defaults;
  };

  const show: ListCommand = async (what = '', agents) => {
    const shown = listing;
    listing = undefined;
    const {tokens, ...others} = await start();
    const given = {what, agents: agents === undefined ? others.agents : listItems(agents), tokens};
    const opened = await openListing({...given, filter: parseFilter(filter, conditions)}, host);
    if (opened === undefined) {
      listing = shown;
      throw usage('show logs, show tokens, show agents, or show apps AGENT.');
    }
    // If the first row cannot be read, this throws, and the previous list stays open.
    await opened.line(0);
    listing = opened;
    at = 0;
    await goTo(0);
  };

  const add = async (verb: Condition['verb'], text: string): Promise<void> => {
    const {inputProblem} = await import('../../logs/conditions/entry-test.ts');
    await start();
    const problem = inputProblem({verb, text});
    if (problem !== undefined) throw usage(`${verb}: ${problem}`);
    conditions = withCondition(conditions, {verb, text});
    await say(sanitise(`Entries: ${conditions.map(conditionWords).join(', ')}.`));
    await show('logs');
  };

  const steps = (text: string | undefined): number => Number(text ?? 1) || 1;
  const commands: Readonly<Record<string, ListCommand>> = {
    show,
    keep: (...words) => add('keep', words.join(' ')),
    drop: (...words) => add('drop', words.join(' ')),
    async filter(name, value, ...words) {
      if ((name === 'keep' || name === 'drop') && value !== undefined) return add(name, [value, ...words].join(' '));
      if (name !== 'clear' && (name === undefined || value === undefined))
        throw usage(`filter NAME VALUE: ${filterNames().join(', ')}; or filter clear.`);
      await start();
      const next = name === 'clear' ? {} : {...filter, [name]: value ?? ''};
      try {
        parseFilter(next, []);
      } catch (error) {
        throw usage((error as Error).message.replace(/^error: /, ''));
      }
      filter = next;
      if (name === 'clear') conditions = [];
      await show('logs');
    },
    next: by => goTo(at + steps(by)),
    previous: by => goTo(Math.max(0, at - steps(by))),
    first: () => goTo(0),
    async open(number) {
      const index = number === undefined ? at : Number(number) - 1;
      const lines = Number.isSafeInteger(index) && index >= 0 ? await listing?.detail(index) : undefined;
      if (lines === undefined || lines.length === 0) throw new CommandError('not_found', 'There is no such row.');
      await say(lines.join('\n'));
    },
    async 'next-error'() {
      const index = await listing?.nextError(at);
      await (index === undefined ? say('There is no further error.') : goTo(index));
    },
    async run(name, ...others) {
      const {commands = []} = await host.config();
      const command = commands.find(({id}) => id === name);
      if (command === undefined) throw usage(`run NAME: ${commands.map(({id}) => id).join(', ') || NO_COMMANDS}.`);
      if (others.length > 0) throw usage(`${name} takes no arguments.`);
      await runOwnCommand(command, {host, say, lines, listing, at});
    },
    async help() {
      await say(HELP);
      const {commands = []} = await host.config();
      for (const {id, title, scope} of commands) await say(`run ${id}: ${title}, for the current ${scope}.`);
    },
  };
  return {commands, start};
};

const parseFilter = (filter: FilterTexts, conditions: readonly Condition[]) =>
  withFilter(new Command('filter'))
    .exitOverride()
    .configureOutput({writeErr: () => undefined})
    .parse([...filterArguments(filter), ...conditionOptions(conditions)], {from: 'user'})
    .opts();
