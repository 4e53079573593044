import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {SeedAgent} from '../support/agents.ts';
import {application} from '../support/application.ts';
import {checkFrame, dialogText, run, type Size, sizes} from './support/frame-checks.ts';
import {openAgents} from './support/open-agents.ts';

const before = [
  application(1, 'gateway'),
  application(2, 'cache', {version: {nginx: '1.27.1'}}),
  application(3, 'resolver'),
  application(4, 'legacy'),
];
const after = [
  application(1, 'gateway', {online: false, processes: []}),
  application(2, 'cache', {version: {nginx: '1.29.0'}}),
  application(3, 'resolver'),
  application(5, 'billing'),
];

const open = async (size: Size) => {
  const agent: SeedAgent = {id: 1, name: 'fra-1', applications: before};
  return {agent, ...(await openAgents([agent], size))};
};

describe.each(sizes('120x36', '80x24', '40x12', '200x50'))('at $cols×$rows', size => {
  it('the list shows which applications are new, changed or gone since the last visit, until cleared', async () => {
    const {agent, start} = await open(size);
    const first = await start();
    await first.selected('gateway').see('legacy').press('global.quit').exits(0);
    agent.applications = after;

    const again = await start();
    await again.selected(/○ offline +state\+ +gateway/);
    await again.row('cache').contains(/● online +version +cache/);
    await again.row('billing').contains(/● online +new +billing/);
    await again.row('legacy').contains(/gone +gone +legacy/);
    expect(again.find('resolver').row).toMatch(/● online {4,}resolver/);
    checkFrame(again);
    const [gone, whole] = [again.find('legacy').cell, again.find('resolver').cell];
    expect([gone.dim, whole.dim]).toEqual([true, false]);
    if (size.cols >= 80) expect(again.text()).toContain('1 new, 2 changed, 1 gone');
    await again
      .press('applications.open')
      .see('from online to offline')
      .see(/since the last\s+visit/);
    if (size.rows > 12) {
      expect(again.text().replaceAll(/\s+/g, ' ')).toMatch(
        /state from online to offline; processes from 1 to 0 since the last visit, (\ds|0s) ago \(\d{4}-/,
      );
    }
    await again.press('applications.close').see('legacy').press('applications.seen').gone('legacy');
    await again
      .see('billing')
      .gone(/version +cache/)
      .gone(' new ');
    await again.press('global.quit').exits(0);

    const last = await start();
    await last.see('billing').selected(/○ offline +gateway/);
    expect(last.text()).not.toMatch(/ new | gone /);
  });

  it('the history of an application grows while it is watched, and stays after a restart', async () => {
    const {agent, start} = await open(size);
    const console = await start();
    await console.selected('gateway').press('applications.changes').see('Changes of gateway').see('seen no change');
    await console.press('dialog.close').gone('Changes of').press('applications.open').see('fra-1');
    agent.applications = after;
    await console.press('applications.refresh').see('offline');
    if (size.rows > 12) await console.see('state from online to offline');
    agent.applications = before.map(each =>
      each.id === 1 ? {...each, processes: [{kind: 'm', id: 0, pid: 7}]} : each,
    );
    await console.press('applications.refresh').gone('offline since').see('● online');
    if (size.rows > 12) await console.see('state from offline to online');
    await console
      .press('applications.changes')
      .see('Changes of gateway')
      .see(({text}) => /state from\W+offline to online/.test(text()));
    if (size.rows > 12)
      expect(dialogText(console, size)).toMatch(
        /^\d{4}-\S+ \S+ state from offline to online .* process ids from – to 7 .* state from online to offline .* process ids from 4001 to –$/,
      );
    await console.press('dialog.close').gone('Changes of').press('global.quit').exits(0);
    const again = await start();
    await again.selected('gateway').press('applications.changes').see('Changes of gateway');
    expect(dialogText(again, size)).toContain('state from offline to online');
  });
});

it('change marks and the selected row stay when the operator opens the error logs and returns, and marks sort the list', async () => {
  const size = {cols: 120, rows: 36};
  const {agent, state, start} = await open(size);
  const first = await start();
  await first.selected('gateway').press('global.quit').exits(0);
  agent.applications = after;
  const again = await start();
  await again
    .selected('gateway')
    .press('applications.down')
    .selected(/version +cache/)
    .press('applications.logs');
  await again
    .status('app 2')
    .press('global.back')
    .selected(/version +cache/);
  await run(again, 'applications').selected(/version +cache/);
  await again.press('applications.online').gone('gateway').row('cache').contains('version');
  expect(again.text()).not.toContain('legacy');
  await again.press('applications.online').see('legacy').see('gateway');
  const saved = JSON.parse(readFileSync(join(state, 'edge-console', 'saved.json'), 'utf8'));
  expect(JSON.stringify(saved)).not.toContain('/etc/gateway.conf');

  // The list sorts by kind of change, and the status line counts only the changes of listed rows.
  await again.status('1 new, 2 changed, 1 gone').press('applications.sort', 'applications.sort', 'applications.first');
  await again.selected('billing').see(/billing[\s\S]* gateway[\s\S]* cache[\s\S]* legacy[\s\S]* resolver/);
  await run(again, 'drop change:new');
  await again.status(/1 hidden +2 changed, 1 gone/).press('applications.reverse-sort', 'applications.first');
  await again.selected('resolver').see(/resolver[\s\S]* legacy[\s\S]* gateway[\s\S]* cache/);
});
