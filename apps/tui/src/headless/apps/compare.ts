import {Command} from '@commander-js/extra-typings';
import type {Application} from '@edge-console/schema';
import {plural} from '../../format/number.ts';
import {fieldsOf, tableOf, type View} from '../../output/view.ts';
import {sanitise} from '../../text/sanitise.ts';
import type {Column} from '../../ui/table.ts';
import {CommandError, endWith} from '../exit.ts';
import type {Host} from '../host.ts';
import {openOutput, withOutput, writeRows} from '../output.ts';

/** Value of a field at one agent: the number of applications with a name, or the texts of these applications. */
type Side = number | readonly string[];

interface Difference {
  readonly name: string;
  readonly field: 'instances' | keyof typeof TEXTS;
  readonly first: Side;
  readonly second: Side;
}

/** Converts each compared field to text. Lists are sorted, since a response may have them in any order. */
const TEXTS = {
  online: ({online}) => (online === undefined ? '' : online ? 'online' : 'offline'),
  version: ({version = {}}) =>
    sorted(Object.entries(version).map(([component, value]) => `${component} ${value}`)).join(', '),
  ports: ({ports = []}) => sorted(ports).join(', '),
  processes: ({processes = []}) => sorted(new Set(processes.map(({kind}) => kind))).join(', '),
} as const satisfies Readonly<Record<string, (application: Application) => string>>;

const sorted = (texts: Iterable<string>): readonly string[] => [...texts].toSorted();

/** Compares the applications of two agents by name, since ids differ by agent. Several may have the same name. */
const compareApplications = (first: readonly Application[], second: readonly Application[]): readonly Difference[] => {
  const [left, right] = [byName(first), byName(second)];
  return sorted(new Set([...left.keys(), ...right.keys()])).flatMap(name =>
    differencesOf(name, left.get(name) ?? [], right.get(name) ?? []),
  );
};

const byName = (applications: readonly Application[]): ReadonlyMap<string, readonly Application[]> =>
  Map.groupBy(applications, ({name}) => name);

const differencesOf = (
  name: string,
  left: readonly Application[],
  right: readonly Application[],
): readonly Difference[] => {
  const isEqualCount = left.length === right.length;
  const counts: Difference = {name, field: 'instances', first: left.length, second: right.length};
  if (left.length === 0 || right.length === 0) return [counts];
  const fields = (Object.keys(TEXTS) as (keyof typeof TEXTS)[]).flatMap((field): Difference[] => {
    const [ours, theirs] = [left, right].map(side => {
      const texts = side.map(TEXTS[field]);
      // If the numbers of applications differ, repeated texts are dropped, because `counts` reports the numbers.
      return sorted(isEqualCount ? texts : new Set(texts));
    }) as [readonly string[], readonly string[]];
    const isSame = ours.length === theirs.length && ours.every((text, at) => text === theirs[at]);
    return isSame ? [] : [{name, field, first: ours, second: theirs}];
  });
  return isEqualCount ? fields : [counts, ...fields];
};

const sideText = (side: Side): string => {
  if (typeof side !== 'number') return side.map(text => (text === '' ? '-' : sanitise(text))).join(' | ');
  return side === 0 ? 'absent' : plural(side, 'instance');
};

const compareView = (agents: readonly [string, string]): View<Difference> => {
  const [first, second] = agents.map(agent => `agent ${sanitise(agent)}`) as [string, string];
  const columns: readonly Column<Difference>[] = [
    {id: 'name', cells: 18, priority: 0, text: ({name}) => sanitise(name)},
    {id: 'field', title: 'differs in', cells: 10, priority: 1, text: ({field}) => field},
    {id: 'first', title: first, cells: 32, priority: 2, text: row => sideText(row.first)},
    {id: 'second', title: second, cells: 32, priority: 3, grow: true, text: row => sideText(row.second)},
  ];
  return {
    table: tableOf(columns),
    fields: fieldsOf<Difference>('name', 'field', 'first', 'second'),
  };
};

export const readApplications = async (host: Host, agent: string): Promise<readonly Application[]> => {
  const {client} = await host.connect();
  return Array.fromAsync(client.applications.items(agent, {}, {signal: host.signal}));
};

export const compareApps = (host: Host) =>
  withOutput(new Command('compare'))
    .summary('print how the applications of two agents differ')
    .description(
      'Compares applications by name: on which agent they are, and their state, versions, ports and kinds of processes. ' +
        'Ends with exit code 7 if they differ.',
    )
    .argument('<agent>', 'id of the first agent; agents list shows them')
    .argument('<other>', 'id of the second agent')
    .action(async (agent, other, options) => {
      const output = await openOutput(compareView([agent, other]), options, host);
      const first = await readApplications(host, agent);
      const differences = compareApplications(first, await readApplications(host, other));
      const found =
        differences.length === 0 ? undefined : new CommandError('partial', plural(differences.length, 'difference'));
      await endWith(found, () => writeRows(output, differences));
      await host.err.write(`Both agents have the same ${plural(first.length, 'application')}.\n`);
    });
