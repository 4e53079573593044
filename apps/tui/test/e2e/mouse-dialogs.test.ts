import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {serveAgents} from '../support/agents.ts';
import {application} from '../support/application.ts';
import type {Driver} from '../support/console/driver.ts';
import {startConsole} from '../support/console/start-console.ts';
import {temporaryFolder} from '../support/folder.ts';
import {withToken} from '../support/gateway.ts';
import {SIZES} from './support/frame-checks.ts';
import {click, LEFT, report, WHEEL_DOWN} from './support/mouse-reports.ts';
import {sharedConsole} from './support/shared-console.ts';

const openShared = sharedConsole({flags: ['--mouse']});

describe.each(SIZES)('at $cols×$rows', size => {
  it('a press selects a line of the agents or the profiles, and a double click chooses it', async () => {
    const url = await serveAgents([
      {id: 1, name: 'fra-1', applications: [application(11, 'gateway')]},
      {id: 2, name: 'ams-1', applications: [application(11, 'resolver')]},
      {id: 3, name: 'lon-1', applications: [application(31, 'billing')]},
    ]);
    const config = join(temporaryFolder('config'), 'config.json');
    writeFileSync(config, JSON.stringify({profiles: {one: {url}, two: {url}, three: {url}}, defaultProfile: 'one'}));
    const console = await startConsole(['--config', config, '--tab', 'applications', '--mouse'], {
      env: withToken,
      ...size,
    });
    await console.selected('gateway').press('applications.agent').see('Choose agents').selected('1  fra-1');
    await console.type(click(console, '3  lon-1')).selected('3  lon-1');
    await console.type(report(WHEEL_DOWN, console.find('1  fra-1'))).selected('3  lon-1');
    // A press outside of the lines selects nothing.
    await console.type(click(console, 'Choose agents') + report(LEFT, {x: 0, y: console.find('2  ams-1').y}));
    await console.type('l').selected('3  lon-1').key('backspace').selected('1  fra-1');
    const agent = click(console, '2  ams-1');
    await console
      .type(agent + agent)
      .gone('Choose agents')
      .selected('resolver');

    await console
      .press('applications.keep')
      .see('Keep only those')
      .selected(/n +name/);
    await console.type(click(console, 'port  ')).selected(/o +port/);
    const value = click(console, 'exe  ');
    await console
      .type(value + value)
      .gone('Keep only those')
      .see(/ keep/);

    await console.press('global.profile').see('Use another profile').selected('one');
    const {x, y} = console.find('three');
    const press = report(LEFT, {x, y});
    await console.type(press).selected('three').press('dialog.close-profiles').gone('Use another profile');
    // A press from before the dialog opened is not the first press of a double click.
    await console.press('global.profile').see('Use another').selected('one').type(press).selected('three');
    await console.press('dialog.close-profiles').gone('Use another profile').press('global.profile').see('Use another');
    const other = report(LEFT, {x: x + 4, y});
    await console
      .selected('one')
      .type(other + other)
      .see('Using three.');
  });

  const open = async (): Promise<Driver> => {
    const {console} = await openShared(size, {profile: {firstTab: 'session'}});
    await console.see('Account source');
    return console;
  };

  it('a press in the palette leaves the selected line under the pointer, and a double click runs it', async () => {
    const console = await open();
    await console.press('global.palette').see('Find a command');
    const {x, y: bottom} = console.find('╰─');
    const y = console.screen().findLastIndex((line, at) => at < bottom && /│ +\w.* │/.test(line));
    await console.type(report(LEFT, {x: x + 6, y})).see(({screen}) => /│ ▌ \w/.test(screen()[y] ?? ''));
    await console.type('show the keys').see('▌ Show the keys');
    const cell = click(console, 'Show the keys');
    await console.type(cell + cell).see('╭─ Keys');
  });

  it('a press on a field of a form focuses the field', async () => {
    const console = await open();
    // A field is checked when it loses the focus. In a low pane, the problem is above the lines in view.
    await console
      .type(click(console, 'Username') + click(console, 'Password'))
      .type('p')
      .see(/Password +•/);
    if (size.rows > 12) expect(console.text()).toContain('! a username is needed');
    await console.key('backspace');
    await console
      .type(click(console, 'Password'))
      .type('a')
      .see(/Password +•/);
    await console
      .type(click(console, 'Username'))
      .type('bob')
      .see(/Username +bob/);
    await console.press('global.profile').see('Use another profile');
    await console.press('dialog.add-profile').see('Add a profile');
    await console
      .type(click(console, 'Label'))
      .type('LIVE')
      .see(/Label +LIVE/);
    await console
      .type(click(console, 'Name'))
      .type('two')
      .see(/Name +two/);
  });
});
