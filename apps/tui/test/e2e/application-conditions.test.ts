import {describe, expect, it} from 'vitest';
import {application} from '../support/application.ts';
import type {Driver} from '../support/console/driver.ts';
import {dialogText, lineAt, run, type Size, sizes, statusRow, waitForFrame} from './support/frame-checks.ts';
import {sharedConsole} from './support/shared-console.ts';

const agents = [
  {id: 1, name: 'fra-1', applications: [application(11, 'gateway'), application(12, 'cache', {online: false})]},
  {id: 2, name: 'ams-1', applications: [application(11, 'resolver', {version: {nginx: '1.29.0'}})]},
];
const openShared = sharedConsole({gateway: () => ({seed: {agents}}), firstTab: 'applications'});
const open = async (size: Size): Promise<Driver> => (await openShared(size)).console;

/** Waits until exactly these applications are listed, and the status line matches. */
const listed = (console: Driver, {rows}: Size, [names, status]: readonly [readonly string[], RegExp]) =>
  console.see(function listedNames({text}) {
    const all = ['gateway', 'cache', 'resolver'].filter(name => new RegExp(`(?:line|stale) .*${name}`).test(text()));
    return all.join() === names.join() && status.test(lineAt(console, statusRow(rows)));
  });

describe.each(sizes('120x36', '80x24', '40x12', '200x50'))('at $cols×$rows', size => {
  it('conditions keep or drop applications by text, regex or field, and Backspace removes a condition', async () => {
    const console = await open(size);
    await console.selected('gateway');
    await run(console, 'agent 1,2');
    await listed(console, size, [['gateway', 'cache', 'resolver'], /agents/]);
    await console.press('applications.conditions').see('Keep or drop applications').type('!cach');
    await console
      .see(/drops applications that contain\W+"cach"/)
      .press('dialog.apply-condition')
      .gone('Keep or drop');
    await listed(console, size, [['gateway', 'resolver'], /drop/]);
    await waitForFrame(console);
    await run(console, 'keep /^gate|^reso/');
    await listed(console, size, [['gateway', 'resolver'], /keep/]);
    await run(console, 'keep agent:ams-1');
    await listed(console, size, [['resolver'], /keep/]);
    if (size.cols >= 120)
      expect(lineAt(console, statusRow(size.rows))).toMatch(
        /drop "cach" +keep \/\^gate\|\^reso\/ +keep agent:ams-1 +1 application +2 hidden/,
      );
    await console.press('applications.conditions').see('Keep or drop applications').key('backspace', 'backspace');
    await console
      .gone('keep agent')
      .gone('keep /')
      .see(/▌? ?drop "cach"/);
    await waitForFrame(console);
    await console.press('dialog.close-conditions').gone('Keep or drop');
    await listed(console, size, [['gateway', 'resolver'], /drop/]);
    await run(console, 'keep nothing');
    await console.see(/No application meets|meets the conditions/);
  });

  it('keep and drop on an application ask for a field, and filter the list by its value', async () => {
    const console = await open(size);
    await console.selected('gateway').press('applications.drop').see('Drop those with the same');
    expect(dialogText(console, size)).toContain('n name gateway');
    await console.press('dialog.application-value-state').gone('Drop those');
    await listed(console, size, [['cache'], /drop/]);
    await console.selected('cache').press('applications.keep').see('Keep only those with the same');
    await console.press('dialog.application-value-name').gone('Keep only those');
    await listed(console, size, [['cache'], /keep/]);
  });
});

it('at 80×24 the completions of a condition say that there are more, and the last ones can be selected', async () => {
  const console = await open({cols: 80, rows: 24});
  await console.selected('gateway').press('applications.conditions').see('Keep or drop applications (more ↓)');
  await console.gone('change:').press('dialog.previous-condition').see('Keep or drop applications (more ↑)');
  await console.see('change:').press('dialog.close-conditions').gone('Keep or drop');
});
