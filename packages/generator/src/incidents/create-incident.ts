import {application, type DemoAgent} from '../demo-agents.ts';
import {shuffled} from '../prng.ts';
import {DECOYS} from './decoys.ts';
import {type IncidentKind, KINDS} from './kinds/index.ts';
import type {DecoyLabel, IncidentLabel} from './label.ts';
import {type Plan, planFailure, planSilence} from './plan.ts';
import {createScene, type Scene, type SceneOptions, usualStreams} from './scene.ts';
import {DAY, type IncidentEntry, type Period, type Row, readStreams} from './streams.ts';
import type {Node} from './world.ts';

export interface IncidentOptions extends SceneOptions {
  readonly kind: IncidentKind;
  /**
   * Number of entries of the incident divided by the number of all entries in the range, more than 0 and at most 0.6.
   * Default: 0.05. An incident has at least 20 entries, even if its share is then higher.
   */
  readonly share?: number;
}

/** Entries of eight days. The last 24 hours are the range to investigate. */
export interface QuietDay {
  readonly range: Period;
  /** The agents with their applications, as the console lists them. */
  readonly agents: readonly DemoAgent[];
  readonly decoys: readonly DecoyLabel[];
  /** Yields the entries, oldest first, with ascending ids. Each call generates the same entries. */
  entries(): Generator<IncidentEntry>;
  /** Yields the same entries as `entries`, each with its origin: `usual`, `decoy` or `incident`. */
  rows(): Generator<Row>;
}

export interface Incident extends QuietDay {
  readonly label: IncidentLabel;
}

/** Creates eight days of entries with a labelled incident and two decoys, which are not its cause. */
export const createIncident = ({kind, share = 0.05, ...options}: IncidentOptions): Incident => {
  if (!(share > 0 && share <= 0.6)) throw new RangeError('share must be more than 0, and at most 0.6');
  const scene = createScene(options);
  const made = KINDS[kind](scene);
  const plan =
    made.kind === 'silence' ? planSilence(scene, made, {kind, share}) : planFailure(scene, made, {kind, share});
  const day = assemble(scene, plan, 'node' in made ? made.node : undefined);
  return {...day, label: {...plan.label, decoys: day.decoys}};
};

/**
 * Creates eight days of entries without an incident. The last day has two decoys, which a diagnosis could mistake for
 * the cause of an incident.
 */
export const createQuietDay = (options: SceneOptions): QuietDay => {
  const scene = createScene(options);
  return assemble(scene, {streams: [], others: scene.size});
};

const assemble = (
  scene: Scene,
  {streams, others, label}: Pick<Plan, 'streams' | 'others'> & Partial<Plan>,
  extra?: Node,
): QuietDay => {
  const {prng, world, whole, range, seed} = scene;
  const near = {perDay: (others * DAY) / (whole.end - whole.start), avoid: label?.since};
  const decoys = shuffled(prng, DECOYS)
    .slice(0, 2)
    .map(make => make(scene, near));
  const decoyStreams = decoys.map(({stream}) => stream);
  const decoySize = decoyStreams.reduce((sum, {size}) => sum + size, 0);
  const all = [...streams, ...decoyStreams, ...usualStreams(scene, Math.max(others - decoySize, 0))];
  const rows = () => readStreams(all, whole, seed);
  return {
    range,
    agents: [...world.nodes, ...(extra ? [extra] : [])].map(node => agentOf(scene, node)),
    decoys: decoys.map(({what, why, causes}) => ({what, why, causes})),
    rows,
    *entries() {
      for (const {entry} of rows()) yield entry;
    },
  };
};

const agentOf = ({prng, world, whole}: Scene, {id, name}: Node): DemoAgent => ({
  id,
  name,
  applications: world.hosts.map(host => ({
    ...application(prng, {id: id * 100 + host.app, at: 0, nowSeconds: whole.end}),
    name: host.name,
  })),
});
