import type {Application} from '@edge-console/schema';
import {plural} from '../../../format/number.ts';
import {sanitise} from '../../../text/sanitise.ts';
import {versionText} from '../changes/snapshots.ts';

type Applications = readonly Application[];

type Side = number | readonly string[];

export interface Difference {
  readonly name: string;
  readonly field: 'instances' | keyof typeof TEXTS;
  readonly first: Side;
  readonly second: Side;
}

/** Lists are sorted, because their order may differ between responses. */
const TEXTS = {
  online: ({online}) => (online === undefined ? '' : online ? 'online' : 'offline'),
  version: versionText,
  ports: ({ports = []}) => sorted(ports).join(', '),
  processes: ({processes = []}) => sorted(new Set(processes.map(({kind}) => kind))).join(', '),
} as const satisfies Readonly<Record<string, (application: Application) => string>>;

const sorted = (texts: Iterable<string>): readonly string[] => [...texts].toSorted();

/** Applications are compared by name, because ids differ between agents. Several may have the same name. */
export const compareApplications = (first: Applications, second: Applications): readonly Difference[] => {
  const [left, right] = [byName(first), byName(second)];
  return sorted(new Set([...left.keys(), ...right.keys()])).flatMap(name =>
    differencesOf(name, left.get(name) ?? [], right.get(name) ?? []),
  );
};

const byName = (applications: Applications) => Map.groupBy(applications, ({name}) => name);

const differencesOf = (name: string, left: Applications, right: Applications): readonly Difference[] => {
  const isEqualCount = left.length === right.length;
  const counts: Difference = {name, field: 'instances', first: left.length, second: right.length};
  if (left.length === 0 || right.length === 0) return [counts];
  const fields = (Object.keys(TEXTS) as (keyof typeof TEXTS)[]).flatMap((field): Difference[] => {
    const [ours, theirs] = [left, right].map(side => {
      const texts = side.map(TEXTS[field]);
      // If the numbers of instances differ, `counts` reports them, so only the distinct texts are compared.
      return sorted(isEqualCount ? texts : new Set(texts));
    }) as [readonly string[], readonly string[]];
    const isSame = ours.length === theirs.length && ours.every((text, at) => text === theirs[at]);
    return isSame ? [] : [{name, field, first: ours, second: theirs}];
  });
  return isEqualCount ? fields : [counts, ...fields];
};

export const sideText = (side: Side): string => {
  if (typeof side !== 'number') return side.map(text => (text === '' ? '-' : sanitise(text))).join(' | ');
  return side === 0 ? 'absent' : plural(side, 'instance');
};
