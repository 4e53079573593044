import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {application} from '../support/application.ts';
import type {Driver} from '../support/console/driver.ts';
import {startConsole} from '../support/console/start-console.ts';
import {temporaryFolder} from '../support/folder.ts';
import {startGateway, withToken} from '../support/gateway.ts';
import {incident, logEntry, NEWEST, REQUEST_ID} from '../support/logs.ts';
import {
  checkFrame,
  dialog,
  dialogText,
  flashed,
  lineAt,
  run,
  SIZES,
  type Size,
  statusRow,
  stillCells,
} from './support/frame-checks.ts';

const seed = {
  error_logs: [
    ...incident(),
    logEntry(`worker ${REQUEST_ID} failed`, {log_time: NEWEST - 1800, app_id: 5, req_id: REQUEST_ID}),
    logEntry(`cache ${REQUEST_ID} missed`, {log_time: NEWEST - 1801, app_id: 5, req_id: REQUEST_ID, level: 5}),
  ],
  agents: [{id: 2, name: 'edge-fra-2', applications: [application(4, 'auth-api'), application(5, 'items-api')]}],
};
const NOTE = 'same as ticket 4711';
const REASON = 'known, ticket 12 of the upstream team';
const UNTIL = String.raw`until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d`;
const bookmarksAndPins = async (console: Driver, size: Size): Promise<void> => {
  const isSmall = size.cols === 40;
  const message = 'upstream timed out (110: C';
  await console.press('error-logs.down', 'error-logs.bookmark').see('Bookmark the entry').type(NOTE).see(NOTE);
  expect(dialog(console, size)).toEqual([expect.stringMatching(new RegExp(`^▌ Note +${NOTE}$`))]);
  checkFrame(console);
  await console.press('dialog.submit').see(/^◆▌ /m);
  const at = console.find('◆▌');
  const gap = size.cols > 100 ? '  ' : ' ';
  const before = isSmall ? ['ERROR'] : ['11:59:30', 'ERROR', '  1'];
  expect(at.row).toContain(`◆▌ ${[...before, message].join(gap)}`);
  expect([console.cell(3, at.y), console.cell(3, at.y - 1)]).toMatchObject([{inverse: true}, {inverse: false}]);
  // Without a preview, the bookmark's note is in the details.
  const isPreviewed = size.rows >= 36;
  if (!isPreviewed) await console.press('error-logs.open').see('bookmark: ');
  await console.see(new RegExp(`^ bookmark: ${NOTE}$`, 'm'));
  if (!isPreviewed) await console.press('error-logs.close').see(/^◆▌ /m);

  await console.press('error-logs.pin').see(/^↑ {2}\S/m);
  const titles = console.screen().findIndex(row => /level .*message/.test(row));
  expect(lineAt(console, titles + 1)).toBe(`↑  ${at.row.slice(3)}`);
  await console
    .press('error-logs.last')
    .gone(/^◆/m)
    .selected(isSmall ? message : '11:00:00');
  expect(lineAt(console, titles + 1)).toBe(`↑  ${at.row.slice(3)}`);
  checkFrame(console);
  await console.press('error-logs.previous-bookmark').see(/^◆▌ /m);
  expect(console.find('◆▌').row).toBe(at.row);
  await console.press('error-logs.previous-bookmark');
  await flashed(console, 'note: No bookmark is newer than the selected entry. m makes one.').selected(message);
  await console.press('error-logs.pin').gone(/^↑/m);
  await console
    .press('error-logs.bookmark')
    .see('The bookmark of the')
    .press('dialog.next-field', 'dialog.next-choice');
  await console.see('[remove]');
  expect(dialogText(console, size)).toBe(`Note ${NOTE} ▌ Bookmark keep [remove]`);
  await console.press('dialog.submit').gone(/^◆/m).selected(message);
};

const explanation = async (console: Driver, size: Size): Promise<void> => {
  const title = 'upstream timed out (<*>) while reading response header from…';
  await console.press('error-logs.explain').see('What it means');
  const top = {80: `─ ${title} (more ↓) ─`, 40: '─ upstream timed out (<*… (more ↓) ─'}[size.cols];
  expect(console.find('╭─').row).toContain(top ?? `─ ${title} ─`);
  const meaning = 'connect or respond within a timeout; nginx asks the next server if it may, or the client';
  expect(dialogText(console, size)).toContain(`What it means The upstream server did not ${meaning}`);
  if (size.cols === 40)
    await console.key('space').see('(more ↑↓)').key('j', 'j', 'j', 'j').see('Load and latency of the upstream');
  expect(dialogText(console, size)).toContain('What to check · Load and latency of the upstream');
  await console.press('dialog.close').gone('╭─');
};

const mutes = async (console: Driver, size: Size): Promise<void> => {
  const isSmall = size.cols === 40;
  const muted = /exact {3}1 muted \(240 rows\)/;
  await console.press('error-logs.patterns').see(/4 patterns {3}[\d,]+ exact/);
  await console.press('patterns.mute').see('Reason').press('dialog.submit').see('! enter a');
  expect(console.find('╭─').row).toContain('╭─ Mute upstream timed out (<*>) wh');
  expect(dialogText(console, size)).toContain('▌ Reason ! enter a reason: others will read it For 8h or 7d; empty: u');
  await console.type(REASON).press('dialog.next-field').type('7d').see('until 20');
  const shown = isSmall ? 'known, ticket 12 of the…' : REASON;
  expect(dialogText(console, size)).toMatch(new RegExp(`^Reason ${shown} ▌ For 7d ${UNTIL}$`));
  await console
    .press('dialog.submit')
    .see(muted)
    .selected(/^90 /)
    .see(/ q quit$/);
  expect(lineAt(console, statusRow(size.rows))).toMatch(muted);
  expect(console.text()).not.toContain('upstream timed out');

  await console.press('patterns.mutes').see('Muted patterns').see('unmute');
  expect(console.screen().at(-1)).toMatch(/^ Enter unmute {3}/);
  expect(dialogText(console, size)).toMatch(
    new RegExp(String.raw`^▌ Pattern \[upstream timed.*… 1/1 ${REASON}; ${UNTIL}$`),
  );
  checkFrame(console);
  await console.press('dialog.close').gone('╭─').press('global.tab-error-logs').see('(muted) upstream timed out');
  if (!isSmall) await console.status(/ \d+ of \d+ read muted {3}332 entries/);
  await console.press('error-logs.patterns', 'patterns.mutes').see('Muted patterns').press('dialog.submit');
  await console.see('4 patterns').gone('muted').press('global.tab-error-logs').see('332 entries').gone('(muted)');
};

const views = async (console: Driver, size: Size, arrive: () => Promise<unknown>): Promise<void> => {
  const isSmall = size.cols === 40;
  await run(console, 'level crit').see(/^ ≥ CRIT /m);
  await console.press('global.save-view').see('Name this view').type('crit only').see('crit only');
  expect(dialog(console, size)).toEqual([expect.stringMatching(/^▌ Name +crit only$/)]);
  await console.press('dialog.submit');
  await flashed(console, "ok: Saved the view crit only. ' shows the named views.");
  await console.press('global.save-view').see('Name this view').type('crit only').press('dialog.submit').see('! There');
  expect(dialogText(console, size)).toMatch(
    /! There is a view crit only; give another name, or delete that one first\.$/,
  );
  await console.press('dialog.close').gone('╭─');
  await run(console, 'clear-filter').gone(/^ ≥ CRIT /m);
  await run(console, 'save-view whole log').see('Saved the view whole log.');

  // A switch of the tab clears the message.
  await console
    .press('global.tab-tokens')
    .see('for tests')
    .press('global.tab-error-logs')
    .selected(/CRIT|ERROR/);
  await arrive();
  await console
    .press('global.views')
    .see(/crit only +91/)
    .see(/whole log +333/);
  const place = (words: string): string => (isSmall ? '' : ` Error logs ${words}`);
  const about = 'Counts are those of the gateway: without the search, and with "of" without the conditions.';
  expect(dialogText(console, size)).toBe(`whole log 333${place('no filter')} crit only 91${place('≥ CRIT')} ${about}`);
  const [chosen, other] = [console.find('whole log '), console.find('crit only ')];
  expect([chosen.cell, other.cell]).toMatchObject([{inverse: true}, {inverse: false}]);
  expect(console.screen().at(-1)).toMatch(/ Enter show {3}/);
  await console.press('dialog.remove').see('[Cancel]');
  const question = 'The view whole log is deleted from this profile. Its entries stay.';
  expect(dialogText(console, size)).toBe(`${question} [Cancel] Delete`);
  await console
    .press('dialog.turn')
    .see('[Delete]')
    .press('dialog.press')
    .gone('whole log ')
    .see(/crit only +91/);
  await console
    .press('dialog.open')
    .gone('╭─')
    .see(/^ ≥ CRIT /m)
    .selected('CRIT');
};

const pivotAndHistory = async (console: Driver, size: Size): Promise<void> => {
  const isSmall = size.cols === 40;
  const seen = (cells: string) =>
    console.see(function sameCells() {
      return stillCells(console, size) === cells;
    });
  await run(console, `search ${REQUEST_ID}`);
  // The rows above the match are read after the match itself.
  await console.selected('worker 0000').gone(/^ {3}·/m);
  if (!isSmall) await console.see('• in ');
  const list = stillCells(console, size);
  await console
    .press('error-logs.pivot')
    .see(isSmall ? /^ req 0000/m : new RegExp(`^ .*req ${REQUEST_ID} .*2 entries`, 'm'));
  await console.selected('worker 0000').see(/^ {3}.*WARN .*cache 0000/m);
  if (!isSmall) await console.see('each, exact');
  checkFrame(console);
  const request = stillCells(console, size);
  await console.press('error-logs.application').selected(/● online +items-api/);
  await flashed(console, 'ok: This application has entries of the request.');
  if (!isSmall) await console.status(/^ agent 2 edge-fra-2 {3}2 applications/);
  await console.press('global.back').see('cache 0000');
  await seen(request);
  await console.press('global.back');
  await seen(list);
  await console.press('global.forward');
  await seen(request);
  await console
    .press('global.forward')
    .selected(/● online +items-api/)
    .see(/ q quit$/);
  checkFrame(console);
  await console
    .press('global.back')
    .see('cache 0000')
    .press('error-logs.explain')
    .see('Nothing is known of this pattern.');
  await console.press('dialog.close').gone('╭─').press('global.back');
  await seen(list);
};

const exports = async (console: Driver, size: Size, at: (name: string) => string): Promise<void> => {
  const isSmall = size.cols === 40;
  await console.press('error-logs.export').see('Export the entries');
  const fields = isSmall
    ? '▌ Form [ndjson] 1/4 New file empty: a name with th… Entries [matching] 1/4'
    : '▌ Form [ndjson] csv raw markdown New file empty: a name with the time, in this folder Entries [matching] all marked loaded';
  const matching = '2 of N loaded; the others are searched too';
  expect(dialogText(console, size).replace(/\d+ loaded/, 'N loaded')).toBe(`${fields} ${matching} Continue [no] yes`);
  await console.press('dialog.next-field').type(at('all.ndjson')).see('all.ndjson');
  await console.press('dialog.next-field').press('dialog.next-choice').see('[all]');
  checkFrame(console);
  await console.press('dialog.submit').see('Wrote 333 entries');
  await flashed(console, `ok: Wrote 333 entries to ${at('all.ndjson')}.`);
  expect(readFileSync(at('all.ndjson'), 'utf8').split('\n')).toHaveLength(334);
  await console
    .press('global.command-line')
    .see('─ Command')
    .type(`export csv ${at('all.ndjson')}`)
    .press('dialog.run');
  await console.see('! ').see('another file');
  expect(dialogText(console, size)).toContain(`! ${at('all.ndjson')} exists; choose another file`);
  await console.press('dialog.close').gone('╭─');

  const range = [NEWEST - 900, NEWEST].map(time => new Date(time * 1000).toISOString());
  await run(console, `range ${range.join(' to ')}`).see(
    isSmall ? /^ 2026-01-10 11:45… {3}\/0000/m : '2026-01-10 11:45:00 to',
  );
  await console.press('error-logs.export').see('Export the entries').press('dialog.previous-choice').see('[markdown]');
  const report = 'a report of the time range, or of all entries without one';
  expect(dialogText(console, size)).toMatch(
    new RegExp(String.raw`\[markdown\](?: 4/4)? ${report} New file empty: .* Clients \[shown\] masked$`),
  );
  await console.press('dialog.next-field').type(at('report.md')).see('report.md').press('dialog.next-field');
  await console.press('dialog.next-choice').see('[masked]').press('dialog.submit').see('Wrote the report');
  await flashed(console, `ok: Wrote the report to ${at('report.md')}.`);
  expect(readFileSync(at('report.md'), 'utf8')).toMatch(/^# Incident report\n[\s\S]*upstream timed out/);
};

const watch = async (console: Driver, size: Size, arrive: () => Promise<unknown>): Promise<void> => {
  const isSmall = size.cols === 40;
  const words = 'level=error rate=3/min';
  const reason = 'more than 3 entries of at least ERROR in 60s';
  const bells = () => console.output().split('\u0007').length;
  await console
    .press('global.command-line')
    .see('─ Command')
    .type('watch rate=often')
    .press('dialog.run')
    .see('! Watch:');
  expect(dialogText(console, size)).toMatch(/! Watch: Rate: often is no rate such as 10\/min, 100\/5m or 3\/s$/);
  await console.press('dialog.close').gone('╭─');
  await run(console, `watch ${words}`).see(
    isSmall ? /watching {3}no TLS$/m : new RegExp(`watching ${words} {3}no TLS$`, 'm'),
  );
  const before = bells();
  await arrive();
  await console.see('ALARM');
  expect(lineAt(console, 0)).toMatch(
    new RegExp(`^ ◆ 127\\.0\\.0\\.1 .* {3}ALARM${isSmall ? '' : ` ${reason}`} {3}no TLS$`),
  );
  expect(console.find('ALARM').cell).toMatchObject({inverse: true});
  await flashed(console, `error: ${reason}: burst 3`).see(() => bells() === before + 1);
  await run(console, 'watch off').gone('ALARM');
  await flashed(console, `ok: Stopped watching ${words}.`);
  expect(lineAt(console, 0)).not.toContain('watching');
};

describe.each(SIZES)('at $cols×$rows', size => {
  it('texts about bookmarks, mutes, saved views, applications, files and alarms are not cut off', async () => {
    const folder = temporaryFolder('marks');
    const {url, store} = await startGateway({seed});
    const arrive = (log: string, many: number) => () =>
      store.errorLogs.append(
        Array.from({length: many}, (_, at) => logEntry(`${log} ${at}`, {log_time: NEWEST, level: 3})),
      );
    const console = await startConsole(['--url', url, '--tab', 'error-logs'], {env: withToken, ...size});
    await console.see('upstream timed out').see('332 entries');
    if (size.cols > 40) await console.see('each, exact');
    checkFrame(console);
    await bookmarksAndPins(console, size);
    await explanation(console, size);
    await mutes(console, size);
    await views(console, size, arrive('worker exited', 1));
    await run(console, 'clear-filter').gone(/^ ≥ CRIT /m);
    await pivotAndHistory(console, size);
    await exports(console, size, name => join(folder, name));
    await watch(console, size, arrive('burst', 4));
    await console.press('global.quit').exits(0);
  });
});
