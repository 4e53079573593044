import {describe, expect, test} from 'vitest';
import {createIncident, createQuietDay, type Incident} from './create-incident.ts';
import {INCIDENT_KINDS} from './kinds/index.ts';
import type {Cause} from './label.ts';
import {DAY, type IncidentEntry} from './streams.ts';

/** Set in CI. Otherwise, each kind has one size, and reproducibility is tested for few kinds. */
const isThorough = process.env.EDGE_THOROUGH !== undefined;

// Seeds of the tests are below 1000; those of the benchmark are higher.
const SIZES = [
  {size: 5_000, share: 0.002},
  {size: 10_000, share: 0.05},
  {size: 10_000, share: 0.6},
];
const FAILURES = INCIDENT_KINDS.filter(kind => kind !== 'silence');
const cases = <T extends string>(kinds: readonly T[]) =>
  kinds
    .flatMap((kind, at) => SIZES.map((size, sized) => ({kind, at, sized, ...size, seed: at * 10 + sized})))
    .filter(({at, sized}) => isThorough || sized === at % SIZES.length);

const occursIn = ({dimension, value}: Cause, {log, node_id, app_id}: IncidentEntry): boolean => {
  if (dimension === 'application') return app_id === Number(value);
  if (dimension === 'node') return node_id === Number(value);
  // Compares the words before the first value in the message.
  if (dimension === 'pattern') return log.includes(value.split(/["\d]/, 1)[0] ?? '');
  return log.includes(value);
};

const partsOf = ({label, range, rows}: Incident) => {
  const all = [...rows()];
  const inRange = all.filter(({entry}) => entry.log_time >= range.start);
  const of = (origin: string) => all.filter(row => row.origin === origin).map(({entry}) => entry);
  return {all, inRange, own: of('incident'), decoys: of('decoy'), until: label.until ?? range.end};
};

describe.each(cases(FAILURES))('$kind in $size entries with a share of $share', ({kind, size, share, seed}) => {
  const incident = createIncident({kind, size, share, seed});
  const {all, inRange, own, decoys, until} = partsOf(incident);
  const {label, range} = incident;

  test('the label of an incident states the number, share and times of its entries', () => {
    expect(Math.abs(all.length / size - 1)).toBeLessThan(0.02);
    expect(own).toHaveLength(label.entries);
    if (label.entries > 20) expect(Math.abs(label.share / share - 1)).toBeLessThan(0.01);
    expect(Math.abs(own.length / inRange.length / label.share - 1)).toBeLessThan(0.15);
    expect(label.since).toBeGreaterThanOrEqual(range.start);
    expect(until).toBeLessThanOrEqual(range.end);
    expect(own.filter(({log_time}) => log_time < label.since || log_time >= until)).toEqual([]);
  });

  test("the causes in an incident's label occur in its entries, and a configuration change before them", () => {
    const absent = label.causes
      .filter(({dimension}) => dimension !== 'configuration')
      .filter(({dimension, value}) => !(dimension === 'node' && value.includes('-')))
      .filter(({dimension}) => dimension !== 'application' || own.length > 100)
      .filter(cause => !own.some(entry => occursIn(cause, entry)));
    expect(absent).toEqual([]);
    const [configuration] = label.causes.filter(({dimension}) => dimension === 'configuration');
    const applied = all.filter(
      ({entry}) => configuration && entry.log.includes(`configuration ${configuration.value}`),
    );
    expect(applied.every(({entry}) => entry.log_time < label.since)).toBe(true);
    if (configuration) expect(applied.length).toBeGreaterThan(0);
  });

  test("an incident's time range has two decoy events, which share no value with the incident's causes", () => {
    expect(label.decoys).toHaveLength(2);
    for (const {causes} of label.decoys) {
      const hasValue = (entry: IncidentEntry) => causes.some(cause => occursIn(cause, entry));
      expect(decoys.filter(({log_time}) => log_time >= range.start).some(hasValue)).toBe(true);
      expect(label.causes.filter(({value}) => causes.some(cause => cause.value === value))).toEqual([]);
    }
  });
});

describe('silences', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].slice(0, isThorough ? undefined : 3))(
    'entries that stop in a silence occur on at least seven days, and not during the silence (seed %i)',
    seed => {
      const incident = createIncident({
        kind: 'silence',
        seed,
        size: 20_000,
        share: [0.002, 0.05, 0.6][seed % 3] ?? 0.1,
      });
      const {label, range} = incident;
      const {all, until} = partsOf(incident);
      const [cause] = label.causes;
      const times = all.filter(({entry}) => cause && occursIn(cause, entry)).map(({entry}) => entry.log_time);
      expect(new Set(times.map(time => Math.floor((range.end - time) / DAY))).size).toBeGreaterThanOrEqual(7);
      expect(times.filter(time => time >= label.since && time < until)).toEqual([]);
      expect(label.entries).toBeGreaterThanOrEqual(29);
    },
  );
});

describe('the entries', () => {
  const options = {kind: 'disk-full', seed: 500, size: 4_000} as const;

  test('generated entries are reproducible by seed, and differ between seeds', () => {
    const textOf = (incident: Incident) => [...incident.entries()].map(entry => JSON.stringify(entry)).join('\n');
    for (const kind of INCIDENT_KINDS.slice(0, isThorough ? undefined : 3)) {
      const incident = createIncident({...options, kind, size: 1_000});
      const first = textOf(incident);
      // `toBe` on the texts would print both, which are long.
      expect(textOf(incident) === first).toBe(true);
      const again = createIncident({...options, kind, size: 1_000});
      expect(textOf(again) === first).toBe(true);
      expect(again.label).toEqual(incident.label);
      expect(textOf(createIncident({...options, kind, size: 1_000, seed: 501})) === first).toBe(false);
    }
  });

  test('generated entries are nginx log lines sorted by time, with ascending ids', () => {
    const entries = [...createIncident(options).entries()];
    expect(entries.map(({id}) => id)).toEqual(entries.map((_, at) => at + 1));
    expect(entries.every(({log_time}, at) => log_time >= (entries[at - 1]?.log_time ?? 0))).toBe(true);
    const form = /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d \[(emerg|alert|crit|error|warn|notice|info|debug)\] \d+#\d+: /;
    expect(entries.filter(({level, log}) => level !== 0 && !form.test(log))).toEqual([]);
  });

  test('a quiet day has two decoy events and the daily rhythm of the days before, and days differ in volume', () => {
    const ratios = [600, 601, 602].slice(0, isThorough ? undefined : 1).map(seed => {
      const {entries, range, decoys} = createQuietDay({seed, size: 20_000});
      const hours = Array.from({length: 8 * 24}, () => 0);
      for (const {log_time} of entries()) {
        const hour = Math.floor((log_time - (range.end - 8 * DAY)) / 3600);
        hours[hour] = (hours[hour] ?? 0) + 1;
      }
      expect(decoys).toHaveLength(2);
      const today = hours.slice(-24);
      const busiest = today.indexOf(Math.max(...today));
      const quietest = today.indexOf(Math.min(...today));
      expect(Math.max(...today)).toBeGreaterThan(1.8 * Math.min(...today));
      // Each earlier day has more entries in today's busiest hour than in today's quietest.
      for (let day = 0; day < 7; day++)
        expect(hours[day * 24 + busiest]).toBeGreaterThan(hours[day * 24 + quietest] ?? 0);
      const days = Array.from({length: 8}, (_, day) => hours.slice(day * 24, day * 24 + 24).reduce((a, b) => a + b, 0));
      return Math.max(...days) / Math.min(...days);
    });
    expect(Math.min(...ratios)).toBeGreaterThan(1.1);
  });
});

test("createIncident throws if an incident's share of all entries is above 0.6", () => {
  expect(() => createIncident({kind: 'silence', seed: 1, share: 0.7})).toThrow(RangeError);
});
