import {describe, expect, test} from 'vitest';
import {demoAgents} from './demo-agents.ts';
import {demoLogs, usualInterval} from './demo-logs.ts';

const isThorough = process.env.EDGE_THOROUGH !== undefined;
const NOW = new Date('2026-11-20T12:00:00Z');
const END = NOW.getTime() / 1000;
const agents = demoAgents(NOW);

describe('demo logs', () => {
  const logs = [...demoLogs(20_000, NOW, agents)];

  test('demo logs have the requested number of entries, and are the same every time', () => {
    expect(logs.length).toBe(20_000);
    expect([...demoLogs(500, NOW, agents)]).toEqual([...demoLogs(500, NOW, agents)]);
    for (const count of [0, 1, 7]) expect([...demoLogs(count, NOW, agents)].length).toBe(count);
  });

  test('demo logs are sorted by time, and have entries of each of seven days and of every level', () => {
    const times = logs.map(({log_time}) => log_time);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(new Set(times.map(time => Math.floor((END - time) / 86_400)))).toEqual(new Set([6, 5, 4, 3, 2, 1, 0]));
    expect(new Set(logs.map(({level}) => level)).size).toBe(9);
  });

  test('demo logs have a minute with more than ten times the average number of entries', () => {
    const minutes = new Map<number, number>();
    for (const {log_time} of logs)
      minutes.set(Math.floor(log_time / 60), (minutes.get(Math.floor(log_time / 60)) ?? 0) + 1);
    expect(Math.max(...minutes.values())).toBeGreaterThan(10 * (20_000 / (7 * 1440)));
  });

  test('demo logs have the form of nginx log lines, and some entries have several lines', () => {
    const form = /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d \[(emerg|alert|crit|error|warn|notice|info|debug)\] \d+#\d+: /;
    expect(logs.filter(({level, log}) => level !== 0 && !form.test(log))).toEqual([]);
    expect(logs.some(({log}) => log.includes('\nstack traceback:\n'))).toBe(true);
  });

  test('demo logs refer to applications of the demo agents, and some entries share a request id', () => {
    const known = new Set(agents.flatMap(({applications}) => applications.map(({id}) => id)));
    expect(logs.filter(({app_id}) => !known.has(app_id))).toEqual([]);
    expect(logs.every(({req_id}) => /^[0-9a-f]{24}$/.test(req_id))).toBe(true);
    expect(new Set(logs.map(({req_id}) => req_id)).size).toBeLessThan(logs.length * 0.9);
  });

  test.each([1, 13])('usualInterval is about the mean interval between demo logs at %i:00 outside incidents', hour => {
    const now = new Date(Date.UTC(2026, 10, 20, hour));
    const end = now.getTime() / 1000;
    const hours = Array.from({length: 7}, () => 0);
    for (const {log_time} of demoLogs(20_000, now, agents)) {
      const day = Math.floor((end - log_time) / 86_400);
      if ((end - log_time) % 86_400 < 3600) hours[day] = (hours[day] ?? 0) + 1;
    }
    // Most of the seven days have no incident in this hour.
    const [, , median = 0] = hours.toSorted((one, other) => one - other);
    const ratio = 3_600_000 / usualInterval(20_000, now) / median;
    expect(ratio).toBeGreaterThan(0.7);
    expect(ratio).toBeLessThan(2);
  });

  test.each(isThorough ? [0, 6, 12, 18] : [0, 12])(
    'the faulty deploy is the highest spike of the last day of demo logs, if now is %i hours after noon',
    hour => {
      const now = new Date(NOW.getTime() + hour * 3_600_000);
      const end = now.getTime() / 1000;
      const all = [...demoLogs(20_000, now, demoAgents(now))];
      const lastDay = all.filter(({log_time}) => end - log_time < 86_400);
      const cells = Map.groupBy(lastDay, ({log_time}) => Math.floor((end - log_time) / 1200));
      const [highest = 0, entries = []] =
        [...cells].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [];
      expect(highest).toBeGreaterThanOrEqual(7);
      expect(highest).toBeLessThanOrEqual(9);
      const broken = entries.filter(
        ({log}) => log.includes('prematurely closed') && log.includes('http://10.1.0.9:8080'),
      );
      expect(broken.length).toBeGreaterThan(entries.length / 2);
      // docs/tour.md goes from any entry of the upstream to the application.
      const ofUpstream = all.filter(({log}) => log.includes('upstream: "http://10.1.0.9:8080'));
      expect(new Set(ofUpstream.map(({app_id, node_id}) => `${node_id} ${app_id}`)).size).toBe(1);
      expect(all.filter(({log}) => log.includes('shop 2.31.0'))).toHaveLength(1);
      // The host also has many requests before the deploy, so its share rises less than the upstream's.
      const begun = Math.min(...all.filter(({log}) => log.includes('shop 2.31.0')).map(({log_time}) => log_time));
      const before = all.filter(({log_time}) => log_time < begun && log_time >= begun - 7200);
      const onHost = before.filter(({log}) => log.includes('server: shop.example.com'));
      expect(onHost.length / before.length).toBeGreaterThan(0.25);
    },
  );

  test('the faulty deploy is in the two busiest hours of the week of demo logs, for any start time', () => {
    const step = isThorough ? 1 : 5;
    for (let hour = 0; hour < 24; hour += step) {
      const now = new Date(NOW.getTime() + hour * 3_600_000 + hour * 150_000);
      const counts = new Map<number, number>();
      let begun = 0;
      for (const {log_time, log} of demoLogs(8_000, now, demoAgents(now))) {
        const cell = Math.floor(log_time / 7200);
        counts.set(cell, (counts.get(cell) ?? 0) + 1);
        if (log.includes('shop 2.31.0')) begun = log_time;
      }
      const [highest] = [...counts].toSorted(([, one], [, other]) => other - one)[0] ?? [];
      const lasts = 44 * 60;
      expect([begun, begun + lasts].map(time => Math.floor(time / 7200))).toContain(highest);
    }
  });
});
