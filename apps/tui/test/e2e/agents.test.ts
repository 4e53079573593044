import {readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {type SeedAgent, serveAgents} from '../support/agents.ts';
import {application} from '../support/application.ts';
import type {Driver} from '../support/console/driver.ts';
import {
  checkFrame,
  dialogText,
  flashed,
  lineAt,
  run,
  type Size,
  sizes,
  statusRow,
  waitForFrame,
} from './support/frame-checks.ts';
import {openAgents} from './support/open-agents.ts';
import {sharedConsole} from './support/shared-console.ts';

const seed = (): SeedAgent[] => [
  {id: 1, name: 'fra-1', applications: [application(11, 'gateway'), application(12, 'cache', {online: false})]},
  {id: 2, name: 'ams-1', applications: [application(11, 'resolver')]},
  {id: 3, name: 'lon-1', applications: [application(31, 'billing')]},
];

const open = async (size: Size) => {
  const agents = seed();
  return {agents, ...(await openAgents(agents, size))};
};

const openProfile = sharedConsole({firstTab: 'applications'});
const openShared = async (size: Size) => {
  const agents = seed();
  return {agents, ...(await openProfile(size, {profile: {url: await serveAgents(agents)}}))};
};

const status = (console: Driver, {rows}: Size, pattern: RegExp) =>
  console.see(function statusLine() {
    return pattern.test(lineAt(console, statusRow(rows)));
  });

describe.each(sizes('120x36', '80x24', '40x12', '200x50'))('at $cols×$rows', size => {
  it('favourite agents come first, and renamed ones still show the gateway name, also after a restart', async () => {
    const {start, state} = await open(size);
    const first = await start();
    await first.selected('gateway').press('applications.agent').see('Choose agents').selected('1  fra-1');
    await first.press('dialog.next-agent', 'dialog.next-agent').selected('3  lon-1').press('dialog.favourite-agent');
    await first.selected(/★ 3 {2}lon-1/);
    expect(dialogText(first, size)).toMatch(/★ 3 lon-1 1 fra-1 2 ams-1/);
    await first.press('dialog.rename-agent').see('Your name for agent 3').type('London').press('dialog.submit');
    await first.selected(/★ 3 {2}London \(lon-1\)/);
    checkFrame(first);
    await first.type('aa').gone('London');
    expect(dialogText(first, size)).not.toMatch(/by this id|fra-1/);
    await first.key('ctrl-u').see('London').press('dialog.close-agents').gone('Choose agents');
    await run(first, 'agent London').selected('billing');
    await run(first, 'agent Paris');
    await flashed(first, 'error: "Paris" is neither an agent id nor the name of an agent.');
    await run(first, 'agent fra-1').selected('gateway').press('applications.agent').see('Choose agents');
    await first.type('ams').gone('London').selected('2  ams-1').press('dialog.choose-agent').selected('resolver');
    await status(first, size, / agent 2 ams-1 /);
    await first.press('applications.next-agent').selected('billing').press('global.quit').exits(0);
    expect(statSync(join(state, 'edge-console', 'saved.json')).mode & 0o777).toBe(0o600);

    const again = await start();
    await again.selected('billing');
    await status(again, size, / agent 3 London/);
    await again
      .press('applications.agent')
      .see('Choose agents')
      .selected(/★ 3 {2}London \(lon-1\)/);
    await again
      .press('dialog.favourite-agent')
      .selected(/^ *3 {2}London/)
      .press('dialog.rename-agent')
      .see('Your name');
    await again
      .key('backspace')
      .press('dialog.submit')
      .selected(/^ *3 {2}lon-1/);
    expect(dialogText(again, size)).toMatch(/1 fra-1 2 ams-1 ▌ 3 lon-1/);
  });

  it('marked agents appear in one list; if one fails, its last rows stay and the list shows the error', async () => {
    const {agents, console} = await openShared(size);
    await console.selected('gateway').press('applications.agent').see('Choose agents').press('dialog.mark-agent');
    await console.see('1 agent marked').press('dialog.mark-agent').see('2 agents marked').press('dialog.choose-agent');
    await console.see('resolver').selected('gateway');
    await status(console, size, / 2 agents/);
    await waitForFrame(console);
    expect(console.find('resolver').row).toContain('ams-1');
    expect(console.find('cache').row).toContain('fra-1');
    await run(console, 'agent 1,2,99').see('! agent 99');
    if (size.cols >= 80) expect(console.find('! agent 99').row).toContain('there is no agent 99');
    await console.see('resolver').see('gateway');
    await run(console, 'agent 1,2').gone('! agent').see('resolver');
    const [, second] = agents;
    if (second === undefined) return;
    second.applications = undefined;
    await console
      .press('applications.refresh')
      .see('! agent 2')
      .see(/resolver/);
    if (size.cols >= 80) expect(console.find('! agent 2').row).toContain('the agent is away');
    if (size.cols >= 200) expect(console.find('! agent 2').row).toMatch(/; its rows are \d+s old/);
    await console.row('resolver').contains('stale');
    expect(console.find('gateway').row).not.toContain('stale');
    await waitForFrame(console);
    second.applications = [application(11, 'resolver')];
    await console.press('applications.refresh').gone('! agent 2').gone('stale').see('resolver');
  });
});

it('a typed id shows an agent that is not listed, and Enter without a choice asks for an id', async () => {
  const size = {cols: 120, rows: 36};
  const {console} = await openShared(size);
  await console.selected('gateway').press('applications.agent').see('Choose agents').type('99').selected('by this id');
  await console.press('dialog.choose-agent').see(/! .*there is no agent 99/);
  await console
    .press('applications.previous-agent')
    .see('billing')
    .status(/^ agent 3 lon-1/);
  await console.press('applications.agent').see('Choose agents').see('3  lon-1');
  expect(dialogText(console, size)).not.toMatch(/ 99 /);
  await console.press('dialog.close-agents').gone('Choose agents');
  await console.press('applications.agent').see('Choose agents').type('no such agent').press('dialog.choose-agent');
  await console.see('enter the id of an agent').press('dialog.close-agents').gone('Choose agents');
  await run(console, 'agent 2').selected('resolver').press('applications.compare').see('Compare with another agent');
  await console
    .selected(/^3 +lon-1/)
    .press('dialog.choose-agent')
    .see('Only on 2 ams-1: resolver.');
});

it('the agents dialog marks the agents in the list, and typed text selects a single agent instead', async () => {
  const {console} = await openShared({cols: 120, rows: 36});
  await console.selected('gateway').press('applications.agent').see('Choose agents').see('part of a name');
  await console.press('dialog.close-agents').gone('Choose agents');
  await run(console, 'agent 1,2');
  await console
    .status(/ 2 agents/)
    .press('applications.agent')
    .see('2 agents marked')
    .selected(/▎?● +1 {2}fra-1/);
  await console
    .type('lon')
    .selected('3  lon-1')
    .see('part of a name')
    .press('dialog.mark-agent')
    .see('3 agents marked');
  await console
    .press('dialog.choose-agent')
    .status(/ 3 agents/)
    .see('billing');
  await console.press('applications.agent').see('3 agents marked').press('dialog.choose-agent').gone('Choose agents');
  await console
    .status(/ 3 agents/)
    .press('applications.agent')
    .see('3 agents marked')
    .type('lon');
  await console
    .selected('3  lon-1')
    .gone('marked')
    .press('dialog.choose-agent')
    .status(/ agent 3 lon-1/);
});

it('if the gateway refuses all chosen ids, none is saved as a recent agent', async () => {
  const size = {cols: 120, rows: 36};
  const {console, state, profile} = await openShared(size);
  await console.selected('gateway');
  await run(console, 'agent 98,99');
  await console.see(/! .*there is no agent 98/);
  await run(console, 'agent 2,97');
  await console
    .see(/! agent 97.*there is no agent 97/)
    .press('applications.agent')
    .see('Choose agents');
  expect(dialogText(console, size)).not.toMatch(/ 9[789] /);
  const saved = () => JSON.parse(readFileSync(join(state, 'edge-console', 'saved.json'), 'utf8')).profiles[profile];
  await expect.poll(() => Object.values(saved()['recent-agents'])).toEqual([['2']]);
});

it('the agents dialog and a refresh show that the gateway renamed or removed agents', async () => {
  const size = {cols: 120, rows: 36};
  const {agents, console} = await openShared(size);
  await console
    .selected('gateway')
    .press('applications.agent')
    .see('3  lon-1')
    .press('dialog.close-agents')
    .gone('Choose agents');
  agents.splice(1, 2, {id: 2, name: 'ams-9', applications: [application(11, 'resolver')]});
  await console.press('applications.agent').see('2  ams-9').gone('lon-1').selected('1  fra-1');
  await console.press('dialog.close-agents').gone('Choose agents');
  agents.splice(0, 1, {id: 1, name: 'fra-9', applications: [application(11, 'gateway')]});
  await console.press('applications.refresh').status(/^ agent 1 fra-9/);
});

it('the status line names the column of the sort order if its title or arrow is not visible', async () => {
  const size = {cols: 80, rows: 24};
  const {console} = await openShared(size);
  await console.selected('gateway');
  await run(console, 'agent 1,2').see('resolver');
  await run(console, 'sort change');
  await status(console, size, / sorted by change ↑/);
  await console.press('applications.reverse-sort');
  await status(console, size, / sorted by change ↓/);
  await run(console, 'sort name').see('name ↑');
  await status(console, size, /^(?!.*sorted by)/);
  await run(console, 'sort agent');
  await status(console, size, / sorted by agent ↑/);
  await console.press('global.command-line').see('─ Command').type('sort colour').press('dialog.run');
  await console.see('! Column: one of ');
});
