import {describe, expect, it} from 'vitest';
import {incident} from '../support/logs.ts';
import {run, type Size, sizes} from './support/frame-checks.ts';
import {sharedConsole} from './support/shared-console.ts';

/** The last 15 minutes of {@link incident}, in which another upstream refuses connections. */
const INCIDENT = 'range 2026-01-10T11:45:01Z to 2026-01-10T12:00:00Z';

const openShared = sharedConsole({
  gateway: () => ({seed: {error_logs: incident()}}),
  // The field under the cursor must be visible without colour.
  env: {NO_COLOR: '1'},
});

const open = async (size: Size) => {
  const {console} = await openShared(size);
  await console.status('330 entries').see('connect() failed');
  return console;
};

describe.each(sizes('120x36', '80x24'))('at $cols×$rows', size => {
  it('n on a pattern, value or change selects the first match among all entries and counts the matches', async () => {
    const console = await open(size);
    await console.press('error-logs.patterns').status('2 patterns').press('patterns.down').selected('connect() failed');
    await console
      .press('patterns.first-entry')
      .status(/connect\(\) failed \(<\*>\)\S* ?\S* 1\/59 of 100 r/)
      .selected('connect() failed');
    await console
      .see('upstream timed out')
      .press('error-logs.next-match')
      .status(/ 2\/59 of 100 r/);
    await console.press('global.back').status('2 patterns').selected('connect() failed');
    await console
      .press('error-logs.facets')
      .status('values')
      .press('facets.search')
      .see('Search the values')
      .type('10.1.0.2')
      .key('enter');
    await console.selected(/upstream +10\.1\.0\.2:8080/).press('facets.first-entry');
    await console
      .status(/upstream:10.1.0.2:8080 1\/\d+ of 100 r/)
      .selected('upstream timed out')
      .see('connect() failed');
    await run(console, INCIDENT);
    await console
      .press('error-logs.changes')
      .selected(/10\.1\.0\.9:8080/)
      .press('changes.first-entry');
    await console.selected('connect() failed').status(/\w+:\S+ 1\/\d+ of 100 r/);
    expect(console.text()).not.toMatch(/(keep|drop) \w+:/);
    await console.press('error-logs.stop-search').see('▶ following').gone('of 100 r');
  });

  it('+ and - in the details filter by the field at the cursor, which has a mark besides its colour', async () => {
    const console = await open(size);
    await console
      .press('error-logs.open')
      .see('Raw text')
      .press('error-logs.next-field')
      .see(/^▌ERROR/m);
    await console
      .status('field level:ERROR')
      .press('error-logs.next-field')
      .see(/^▌upstream timed out/m);
    await console
      .press('error-logs.next-field')
      .see(/^▌server +api/m)
      .press('error-logs.previous-field');
    await console.press('error-logs.previous-field', 'error-logs.previous-field').see(/^▌errno +110: Connection/m);
    await console.see('+ keep   - drop').press('error-logs.drop').status('drop errno:110: Connection');
    await console
      .selected('connect() failed')
      .press('error-logs.open')
      .see(/^▌errno +111: Connection/m);
    await console
      .press('error-logs.previous-field')
      .see(/^▌path/m)
      .press('error-logs.previous-field')
      .see(/^▌upstream/m);
    await console
      .status(/field upstream:10\.1\.0\./)
      .press('error-logs.keep')
      .status('keep upstream:10.1.0.9');
  });

  it('+ and - on a change, facet value or pattern keep or drop the matching entries in every view', async () => {
    const console = await open(size);
    await run(console, INCIDENT);
    await console
      .press('error-logs.changes')
      .selected(/10\.1\.0\.9:8080/)
      .press('changes.drop');
    await console
      .see('Nothing differs')
      .see(/drop upstr/)
      .press('error-logs.facets')
      .see(/drop upstr/)
      .status('59 kept of 149 read');
    await console
      .press('facets.conditions')
      .see('Keep or drop entries')
      .key('backspace')
      .press('dialog.close-conditions')
      .gone('Keep or drop entries');
    await console.gone('kept of').press('facets.search').see('Search the values').type('10.1.0.2').key('enter');
    await console
      .selected(/upstream +10\.1\.0\.2:8080/)
      .press('facets.keep')
      .status(/1[45] kept of 149 read/);
    await console
      .press('error-logs.patterns')
      .status('kept of 149 read')
      .selected('upstream timed out')
      .press('patterns.drop');
    await console
      .see('No entry matches')
      .press('error-logs.entries')
      .see('None of 149 entries read meets the conditions.');
  });
});

it('+, - and n in the facets panel filter and search the list next to it', async () => {
  const console = await open({cols: 200, rows: 50});
  await console
    .press('error-logs.panel')
    .see(/CRIT +90/)
    .press('facets.search')
    .see('Search the values')
    .type('10.1.0.9')
    .key('enter');
  await console
    .selected(/upstream +10\.1\.0\.9:8080/)
    .press('facets.drop')
    .status('240 kept of 330 read');
  await console.see('drop upstream:10.1.0.9:8080').gone('connect() failed');
  await console
    .press('facets.conditions')
    .see('Keep or drop entries')
    .key('backspace')
    .press('dialog.close-conditions')
    .gone('Keep or drop entries')
    .status('330 entries');
  await console
    .press('facets.search')
    .see('Search the values')
    .type('10.1.0.2')
    .key('enter')
    .selected(/upstream +10\.1\.0\.2:8080/);
  await console.press('facets.keep').status('60 kept of 330 read').gone('connect() failed');
  await console
    .press('facets.conditions')
    .see('Keep or drop entries')
    .key('backspace')
    .press('dialog.close-conditions')
    .gone('Keep or drop entries')
    .status('330 entries');
  await console
    .press('facets.search')
    .see('Search the values')
    .type('10.1.0.9')
    .key('enter')
    .selected(/upstream +10\.1\.0\.9:8080/);
  await console
    .press('facets.first-entry')
    .status(/upstream:10.1.0.9:8080 1\/\d+ of 100 r/)
    .selected('connect() failed');
  expect(console.text()).not.toMatch(/(keep|drop) \w+:/);
});
