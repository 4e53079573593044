import {describe, expect, it} from 'vitest';
import type {Driver} from '../support/console/driver.ts';
import {manyEntries} from '../support/logs.ts';
import {checkFrame, dialog, lineAt, run, SIZES, statusRow} from './support/frame-checks.ts';
import {sharedConsole} from './support/shared-console.ts';

/** Expects each line below the column titles to have one entry, a date or nothing. Returns the entries. */
const entriesIn = (console: Driver): readonly number[] => {
  checkFrame(console);
  const lines = console.screen();
  const titles = lines.findIndex(line => /^ {3}.*level .*message/.test(line));
  const end = lines.findIndex((line, at) => at > titles && line.startsWith('──'));
  const rows = lines
    .slice(titles + 1, end === -1 ? -1 : end)
    .filter(line => line.trim() !== '' && !line.startsWith('   ── '));
  for (const row of rows) expect(row).toMatch(/^ [▌ ] .*(?:ALERT|ERROR|WARN|INFO) .*entry \d+ of/);
  return rows.map(row => Number(/entry (\d+) of/.exec(row)?.[1]));
};

const lineOfSelection = (console: Driver): number => console.screen().findIndex(line => line.startsWith(' ▌'));

const openShared = sharedConsole();

describe.each(SIZES)('at $cols×$rows', size => {
  const open = async (entries: number) => {
    const {console, gateway} = await openShared(size, {seed: {error_logs: manyEntries(entries)}});
    await console.selected(`entry ${entries} of`).gone('Using ');
    const status = (pattern: RegExp) =>
      console.see(function statusLine() {
        return pattern.test(lineAt(console, statusRow(size.rows)));
      });
    return {gateway, console, status};
  };
  const kept = (many: number, read: string, chip = /keep/): RegExp =>
    new RegExp(`${chip.source}.* ${many} (?:kept )?of ${read} read(?!.*(?:back to|so far|stopped))`);

  it('conditions that are added, edited and removed draw complete frames with the matching entries', async () => {
    const {console, status} = await open(300);
    const input = async (text: string) => {
      await console.press('error-logs.conditions').see('Keep or drop entries').type(text).see(`& ${text}`);
      expect(dialog(console, size).length).toBeGreaterThan(1);
      checkFrame(console);
      await console.press('dialog.apply-condition').gone('Keep or drop');
    };
    await input('/entry \\d*7 of/');
    await status(kept(30, '300', /keep \S/));
    await console.selected('entry 297 of');
    expect(entriesIn(console).every(number => number % 10 === 7)).toBe(true);
    await input('!entry 29');
    await status(kept(29, '300', /drop/));
    await console.selected('entry 287 of');
    expect(entriesIn(console)[0]).toBe(287);
    await console.press('error-logs.conditions').see('Keep or drop entries').key('down', 'down');
    await console.see(/▌ drop "entry 29"/);
    expect(dialog(console, size).some(line => line.startsWith('keep /entry'))).toBe(true);
    await console.key('enter').see('& !entry 29').type('7').press('dialog.apply-condition').gone('Keep or drop');
    await status(kept(29, '300', /drop/));
    await console.selected('entry 287 of');
    await console.press('error-logs.conditions').see('Keep or drop entries').key('backspace').gone('drop "entry 297');
    checkFrame(console);
    await console.press('dialog.close-conditions').gone('Keep or drop');
    await status(kept(30, '300', /keep \S/));
    await console.selected('entry 297 of');
    expect(entriesIn(console)[0]).toBe(297);
  });

  it('a stopped read, a continued one and the list of all entries draw complete frames and entry counts', async () => {
    const {gateway, console, status} = await open(6_000);
    gateway.setFault({kind: 'delay', operation: 'listErrorLogs', ms: 400});
    await run(console, 'keep /entry \\d*00 of/');
    await status(/ [\d,]+ (?:kept )?of [\d,]+/);
    await console
      .selected('entry 6000 of')
      .press('error-logs.stop-reading')
      .see(size.cols === 40 ? ' read, stopped' : 'R read on');
    expect(entriesIn(console)[0]).toBe(6_000);
    gateway.clearFaults();
    await console.press('error-logs.read-on');
    await status(kept(60, '6,000'));
    await console.press('error-logs.down', 'error-logs.down').selected('entry 5800 of');
    const before = [lineOfSelection(console), ...entriesIn(console)];
    await console
      .press('error-logs.in-place')
      .see('entry 5799 of')
      .selected('entry 5800 of')
      .gone(/^ {3}·$/m);
    expect(lineOfSelection(console)).toBe(before[0]);
    const among = entriesIn(console);
    expect(among).toEqual(among.map((_, at) => (among[0] ?? 0) - at));
    await console.press('error-logs.in-place');
    await status(kept(60, '6,000'));
    await console.selected('entry 5800 of').gone('entry 5799 of');
    expect([lineOfSelection(console), ...entriesIn(console)]).toEqual(before);
  });
});
