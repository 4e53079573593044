import {entriesOf} from './background.ts';
import type {IncidentKind} from './kinds/index.ts';
import {cause, type Failure, SHAPES, type Silence} from './kinds/kind.ts';
import type {Cause, IncidentLabel} from './label.ts';
import {deployStream} from './reloads.ts';
import type {Scene} from './scene.ts';
import {MINUTE, type Stream} from './streams.ts';
import {chooseWindow, loadIn, noticeable, type Window} from './window.ts';
import {messageSample} from './wording.ts';

export interface Plan {
  readonly label: Omit<IncidentLabel, 'decoys'>;
  readonly streams: readonly Stream[];
  /** Total number of entries, over all days, that do not belong to the incident. */
  readonly others: number;
}

/** An incident with fewer entries could be chance. */
const MIN_ENTRIES = 20;
const SAMPLES = 3;

export interface Asked {
  readonly kind: IncidentKind;
  readonly share: number;
}

export const planFailure = (scene: Scene, failure: Failure, {kind, share}: Asked): Plan => {
  const {prng, size, world, deploys, rhythm, whole, range} = scene;
  const window = chooseWindow(prng, range, {share, minutes: failure.minutes});
  // `share` includes the entries of the incident, so it is converted to a ratio to the other entries.
  const perOther = (loadIn(rhythm, range, whole) * share) / (1 - share);
  const entries = Math.max(Math.round(size - size / (1 + perOther)), MIN_ENTRIES);
  const lasts = window.end - window.start;
  const shape = SHAPES[failure.shape];
  const follows = failure.rate === 'constant' ? () => 1 : rhythm;
  const weight = (time: number): number =>
    time >= window.start && time < window.end ? shape((time - window.start) / lasts) * follows(time) : 0;
  const deployed = failure.after === 'deploy' ? window.start - MINUTE : undefined;
  const deployCause = deployed === undefined ? [] : [cause('configuration', deploys.configurationAt(deployed))];
  return {
    label: {
      ...{kind, entries, ...timesOf(window)},
      share: entries / (entries + (size - entries) * loadIn(rhythm, range, whole)),
      causes: [...failure.causes, ...deployCause, ...patternsOf(scene, failure)],
    },
    streams: [
      {origin: 'incident', size: entries, weight, start: entriesOf(world, failure)},
      ...(deployed === undefined ? [] : [deployStream(world, deploys, {at: deployed, origin: 'usual'})]),
    ],
    others: size - entries,
  };
};

export const planSilence = (scene: Scene, silence: Silence, {kind, share}: Asked): Plan => {
  const {prng, size, world, rhythm, whole, range} = scene;
  const rate = silence.rate === 'constant' ? () => 1 : rhythm;
  const chosen = noticeable(chooseWindow(prng, range, {share, minutes: [90, 600]}), {
    ...{share, size, range},
    loadOf: span => loadIn(rate, span, whole),
  });
  const {window, load} = chosen;
  const onAllDays = size * chosen.share;
  return {
    label: {
      ...{kind, ...timesOf(window)},
      entries: Math.round(onAllDays * load),
      share: chosen.share,
      causes: [...silence.causes, ...patternsOf(scene, silence)],
    },
    streams: [
      {
        origin: 'usual',
        size: Math.round(onAllDays * (1 - load)),
        weight: time => (time >= window.start && time < window.end ? 0 : rate(time)),
        start: entriesOf(world, silence),
      },
    ],
    others: size - Math.round(onAllDays),
  };
};

const timesOf = ({start, end, goesOn}: Window): Pick<IncidentLabel, 'since' | 'until'> => ({
  since: start,
  ...(!goesOn && {until: end}),
});

const patternsOf = ({prng, world, range}: Scene, {messages, identifying = false, choose}: Failure | Silence): Cause[] =>
  (identifying ? messages : []).flatMap(message =>
    Array.from({length: SAMPLES}, () =>
      cause('pattern', messageSample(message, prng, world.request(prng, range.start, choose?.(prng)))),
    ),
  );
