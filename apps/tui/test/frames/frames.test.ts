import {createServer, type Server} from '@edge-console/server';
import {afterAll, beforeAll, describe, expect, onTestFinished, test} from 'vitest';
import type {Size} from '../../src/core/screen.ts';
import {tabIds} from '../../src/screens/tabs.ts';
import {similar} from '../support/similar.ts';
import {expectFrame, openFrame, SIZES} from './frame.tsx';
import {NOW, PASSWORD, seed} from './seed.ts';

let server: Server;
beforeAll(async () => {
  server = await createServer({passwordCost: 'minimal', seed, clock: () => new Date(NOW)});
});
afterAll(() => server.close());

const open = async (tab: string, size: Size, more: {signedIn?: boolean; ascii?: boolean} = {}) => {
  const frame = await openFrame({url: server.url, tab, size, ...more});
  onTestFinished(() => frame.close());
  return frame;
};

// The smallest terminal first: it fits least.
const sizes = similar(SIZES.toReversed()).map(size => [`${size.columns}x${size.rows}`, size] as const);
const [wide, , small] = SIZES as [Size, Size, Size];

/** Each tab shows this text at every terminal size when its data is loaded. */
const ALWAYS: Readonly<Record<string, RegExp>> = {
  session: /Signed in/,
  tokens: /frames/,
  'error-logs': /upstream timed out/,
  applications: /nginx/,
  patterns: /upstream timed out/,
  changes: /baseline|against/,
  facets: /ERROR/,
  findings: /ordinary in all 4/,
};

describe.each(sizes)('at %s', (_name, size) => {
  test.each(tabIds)('the tab %s shows its title and data, and fits while the selection moves', async tab => {
    const frame = await open(tab, size);
    expectFrame(frame.lines(), size);
    expect(frame.lines().join('\n')).toMatch(ALWAYS[tab] ?? /never/);
    const {tabs, tab: id, screen} = frame.app.view();
    // A terminal of 12 rows has no views line, so the active tab has the title of its view.
    expect(frame.lines()[1]).toContain(size.rows < 16 ? screen.title : tabs.find(each => each.id === id)?.title);
    expect(frame.lines().at(-1)).toMatch(/quit/);
    for (const key of ['down', 'pagedown', 'G', 'up', 'pageup', 'g']) {
      frame.app.press(key);
      await frame.settled();
      expectFrame(frame.lines(), size);
    }
  });

  test.each([
    ['error-logs', 'open'],
    ['error-logs', 'filter'],
    ['error-logs', 'range'],
    ['error-logs', 'help'],
    ['error-logs', 'export'],
    ['error-logs', 'views'],
    ['error-logs', 'save-view'],
    ['patterns', 'mute'],
    ['tokens', 'create'],
    ['tokens', 'edit'],
    ['tokens', 'delete'],
    ['tokens', 'help'],
    ['applications', 'open'],
    ['applications', 'agent'],
    ['applications', 'requests'],
  ])('the tab %s fits the terminal after the command %s', async (tab, id) => {
    const frame = await open(tab, size);
    await frame.press('down', id);
    expectFrame(frame.lines(), size);
    for (const key of ['pagedown', 'tab', 'tab']) frame.app.press(key);
    expectFrame(frame.lines(), size);
  });

  test('the dialog of a deletion asks for the name and rejects a wrong one', async () => {
    const frame = await open('tokens', size);
    await frame.press('last', 'delete');
    const text = frame.lines().join('\n');
    expect(text).toMatch(/Cancel/);
    expect(text).toMatch(/Type /);
    frame.type('not its name');
    await frame.press('turn', 'press');
    expect(frame.lines().join('\n')).toMatch(/does not match/);
  });

  test('a refused sign-in shows the reply of the gateway', async () => {
    const frame = await open('session', size, {signedIn: false});
    frame.type(server.url);
    await frame.press('next-field', 'next-field', 'next-field');
    frame.type('ann');
    await frame.press('next-field');
    frame.type('wrong-5ecret');
    expect(frame.lines().join('\n')).not.toContain('wrong-5ecret');
    await frame.press('submit');
    expectFrame(frame.lines(), size);
    expect(frame.lines().join('\n')).toMatch(/incorrect\s+login/);
    frame.type(PASSWORD);
    await frame.press('submit');
    expectFrame(frame.lines(), size);
    expect(frame.lines().join('\n')).toMatch(/Signed in as ann/);
  });
});

describe('secret of a new token', () => {
  test.each(sizes)(
    'the secret of a new token is masked until it is revealed, and gone after the dialog is closed, at %s',
    async (_name, size) => {
      const frame = await open('tokens', size);
      await frame.press('create');
      frame.type(`made at ${size.columns}`);
      await frame.press('submit');
      await frame.press('copy');
      const secret = frame.copied[0] ?? expect.fail('nothing was copied');
      const seen = () =>
        frame
          .lines()
          .join('')
          .replace(/[^\w-]/g, '');
      expectFrame(frame.lines(), size);
      expect(seen()).not.toContain(secret);
      expect(seen()).toContain(secret.slice(-4));
      await frame.press('reveal');
      expectFrame(frame.lines(), size);
      expect(seen()).toContain(secret.slice(-12));
      await frame.press('leave');
      expect(seen()).not.toContain(secret.slice(-12));
      expect(frame.app.view().dialog).toBeDefined();
      await frame.press('leave');
      expect(frame.app.view().dialog).toBeUndefined();
      expect(seen()).not.toContain(secret);
      expect(JSON.stringify(frame.app.view())).not.toContain(secret);
    },
  );
});

test('the log list shows time, level, count and message of entries, and details of the selected one', async () => {
  const frame = await open('error-logs', wide);
  const text = frame.lines().join('\n');
  expect(frame.lines()[0]).toMatch(/^ ◆ prod-eu {2}http:\/\/127\.0\.0\.1:\d+ .*API token …0001 {3}no TLS$/);
  expect(text).toMatch(/400 entries {3}▶ following {3}just now · < \d+ m?s/);
  expect(text).toMatch(/ ▌ [\d:]{8} +STDERR +1 {2}upstream timed out \(110/);
  expect(text).toMatch(/server api\.example\.com {3}client 10\.0\.7\.9/);
  await frame.press('down');
  expect(frame.lines().join('\n')).toMatch(/▌ .*EMERG +8 {2}a␛\[2J␛\[31mred␛\]0;title␇/);
});

test('a resize keeps the selected row visible', async () => {
  const frame = await open('error-logs', wide);
  for (let step = 0; step < 18; step++) await frame.press('down');
  const selected = (): string | undefined => frame.lines().find(line => line.includes('▌'));
  const before = selected();
  for (const size of [small, wide]) {
    frame.app.resize(size);
    await frame.settled();
    expectFrame(frame.lines(), size);
    expect(selected()).toBeDefined();
  }
  expect(selected()).toBe(before);
});

test('help scrolls up at the first key press after more page-downs than it has pages', async () => {
  const frame = await open('error-logs', small);
  await frame.press('help');
  for (let page = 0; page < 30; page++) {
    frame.lines();
    await frame.press('page-down');
  }
  const end = frame.lines();
  expect(end.join('\n')).toMatch(/\(more ↑\)/);
  await frame.press('up');
  expect(frame.lines()).not.toEqual(end);
  expect(frame.lines().join('\n')).toMatch(/\(more ↑↓\)/);
});

test('the console in a too small terminal shows the size that it needs', async () => {
  const size = {columns: 30, rows: 5};
  const frame = await open('tokens', size);
  expectFrame(frame.lines(), size);
  expect(frame.lines().join('')).toContain('needs 40x12, has 30x5');
});

test('a tab whose gateway became unreachable shows its last data as stale', async () => {
  const gone = await createServer({passwordCost: 'minimal', seed, clock: () => new Date(NOW)});
  const frame = await openFrame({url: gone.url, tab: 'tokens', size: wide});
  onTestFinished(() => frame.close());
  await gone.close();
  await frame.press('refresh');
  const text = frame.lines().join('\n');
  expectFrame(frame.lines(), wide);
  expect(text).toMatch(/frames/);
  expect(text).toMatch(/stale/);
});

test('help names keys, not command ids, in the reasons why commands are disabled', async () => {
  const frame = await open('error-logs', {columns: 120, rows: 70});
  await frame.press('help');
  const text = frame.lines().join('\n');
  expect(text).toContain('Make the span longer ({ selects a span of time first)');
  expect(text).not.toContain('error-logs.');
});
