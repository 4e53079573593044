import type {Application} from '@edge-console/schema';
import {type Effect, effect, type Intent} from '../../../core/screen.ts';
import {textDialog} from '../../../dialogs/text-dialog.ts';
import {plural} from '../../../format/number.ts';
import {sanitise} from '../../../text/sanitise.ts';
import {wrap} from '../../../text/wrap.ts';
import type {ApplicationsAction} from '../applications.ts';
import {compareApplications, type Difference, sideText} from './compare-applications.ts';

export interface Compared {
  readonly agents: readonly [string, string];
  readonly differences: readonly Difference[];
  /** Number of applications of the first agent. */
  readonly count: number;
}

export const compareAgents = (
  ids: readonly [string, string],
  agents: readonly [string, string],
): Effect<ApplicationsAction> =>
  effect<ApplicationsAction>(
    'compare',
    async ({client}, signal) => {
      const read = (id: string): Promise<readonly Application[]> =>
        Array.fromAsync(client().applications.items(id, {}, {signal}));
      const [first, second] = await Promise.all([read(ids[0]), read(ids[1])]);
      const differences = compareApplications(first, second);
      return {kind: 'compared', compared: {agents, differences, count: first.length}};
    },
    failure => ({kind: 'compare-failed', failure}),
  );

export const compareDialog = (compared: Compared): Intent<ApplicationsAction> => ({
  kind: 'dialog',
  open: textDialog({
    title: `Agents ${compared.agents.join(' and ')}`,
    lines: (_ui, cells) => compareLines(compared).flatMap(line => indented(line, cells)),
    closeKeys: ['c'],
  }),
});

const indented = (line: string, cells: number): readonly string[] => {
  const indent = line.length - line.trimStart().length;
  const [first = '', ...rest] = wrap(line.trimStart(), cells - indent - 2);
  return [' '.repeat(indent) + first, ...rest.map(row => ' '.repeat(indent + 2) + row)];
};

const compareLines = ({agents, differences, count}: Compared): readonly string[] => {
  const [first, second] = agents;
  if (differences.length === 0) return [`Both have the same ${plural(count, 'application')}.`];
  const only = (agent: string, other: 'first' | 'second'): readonly string[] => {
    const names = differences.filter(each => each[other] === 0).map(({name}) => sanitise(name));
    return names.length === 0 ? [] : [`Only on ${agent}: ${names.join(', ')}.`, ''];
  };
  return [
    ...only(first, 'second'),
    ...only(second, 'first'),
    ...differences
      .filter(each => each.first !== 0 && each.second !== 0)
      .flatMap(({name, field, first: ours, second: theirs}) => [
        `${sanitise(name)} differs in ${field}:`,
        `  ${first}: ${sideText(ours)}`,
        `  ${second}: ${sideText(theirs)}`,
      ]),
  ];
};
