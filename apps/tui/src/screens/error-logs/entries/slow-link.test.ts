import {describe, expect, test} from 'vitest';
import {clientEntries, clientEntry, createLogClient} from '../../../../test/support/log-client.ts';
import {openedLogs} from '../../../../test/support/log-screen.ts';

const PAGES_DOWN = 12;
const ROWS = 20;

/** The gateway gets `arrivals` new entries during each request. */
const rushing = async (arrivals: (request: number) => number) => {
  const entries = clientEntries(5_000);
  let request = 0;
  const logs = createLogClient(entries, {
    before: () => {
      const first = (entries[0]?.id ?? 0) + 1;
      const many = arrivals(request++);
      entries.unshift(...Array.from({length: many}, (_, at) => clientEntry(first + many - 1 - at)));
    },
  });
  return {logs, screen: await openedLogs(logs)};
};

const expectSeamless = (ids: readonly (number | undefined)[]): void => {
  const [first = 0] = ids;
  expect(ids).toEqual(ids.map((_, at) => first - at));
};

describe.each([
  ['as many as a page', () => 100],
  ['more than a page', () => 160],
  ['several pages', () => 730],
  ['a varying number', (request: number) => [160, 120, 210, 90, 0, 180][request % 6] ?? 0],
])('while entries arrive during each request: %s', (_name, arrivals) => {
  test('paging down shows only loaded rows, and a poll does not move the rows in view', async () => {
    const {screen} = await rushing(arrivals);
    for (let page = 0; page < PAGES_DOWN; page++) {
      await screen.move('page-down');
      expectSeamless(screen.shown(ROWS));
    }
    const before = screen.shown(ROWS);
    await screen.poll();
    expect(screen.shown(ROWS)).toEqual(before);
  });

  test('one poll or one key reads a limited number of pages', async () => {
    const {logs, screen} = await rushing(arrivals);
    for (let turn = 0; turn < PAGES_DOWN; turn++) {
      for (const act of [() => screen.move('page-down'), screen.poll]) {
        const before = logs.queries.length;
        await act();
        expect(logs.queries.length - before).toBeLessThanOrEqual(8);
      }
    }
  });
});

test('a search finds its match while entries arrive during each request', async () => {
  const {logs, screen} = await rushing(() => 160);
  await screen.send({kind: 'list.search', text: 'entry 3000$'});
  expect(screen.selected()).toBe(3_000);
  expect(logs.queries.length).toBeLessThan(80);
});

test('a page that several key presses need is requested once', async () => {
  const {screen} = await rushing(() => 160);
  const press = (motion: 'page-down' | 'last') => screen.update({kind: 'list.move', motion}).length;
  expect([1, 2, 3, 4, 5, 6].map(() => press('page-down')).filter(asked => asked > 0)).toEqual([1]);
  expect([press('last'), press('last')]).toEqual([1, 0]);
});
