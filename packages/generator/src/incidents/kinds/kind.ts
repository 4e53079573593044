import type {Source} from '../background.ts';
import type {Cause} from '../label.ts';
import type {Scene} from '../scene.ts';
import type {Node} from '../world.ts';

/** Rate at which entries arrive. `progress` goes from 0 to 1. */
export const SHAPES = {
  steady: () => 1,
  growing: progress => 0.03 + progress ** 1.6,
  fading: progress => 0.1 + Math.exp(-4 * progress),
  flapping: progress => (Math.sin(progress * 40) > -0.2 ? 1 : 0.05),
} as const satisfies Record<string, (progress: number) => number>;

/** Shortest and longest duration in minutes. */
export type Duration = readonly [shortest: number, longest: number];

interface Incident extends Source {
  readonly causes: readonly Cause[];
  /** Whether the messages identify the cause. Default: false. */
  readonly identifying?: boolean;
}

/** Entries that occur only during the incident. */
export interface Failure extends Incident {
  readonly kind: 'failure';
  readonly shape: keyof typeof SHAPES;
  /** Default: 15 to 600 minutes, and less for small incidents. */
  readonly minutes?: Duration;
  /** The nodes apply a new configuration in the minute before the incident. */
  readonly after?: 'deploy';
  /** Default: in proportion to the site's requests. */
  readonly rate?: 'as-requests' | 'constant';
}

/** Entries that occur on all days, but stop during the incident. */
export interface Silence extends Incident {
  readonly kind: 'silence';
  readonly rate: 'as-requests' | 'constant';
  readonly node?: Node;
}

export type Parts = Pick<Scene, 'prng' | 'world' | 'deploys' | 'ordinary'>;

export const nodeCauses = ({id, name}: Node): Cause[] => [cause('node', id), cause('node', name)];

export const cause = (dimension: Cause['dimension'], value: string | number): Cause => ({
  dimension,
  value: String(value),
});
