import {expect, it} from 'vitest';
import type {Driver} from './driver.ts';
import {start} from './start-console.ts';

/** Prints each chunk that it reads as a JSON string. */
const ECHO = `process.stdin.setRawMode(true).on('data', data => console.log(JSON.stringify(String(data)))); console.log('ready')`;

const run = (source: string): Promise<Driver> =>
  start({command: process.execPath, args: ['-e', source], cols: 60, rows: 12});

const messageOf = (script: Promise<void>): Promise<string> =>
  script.then(
    () => 'no failure',
    (error: Error) => error.message,
  );

it('the driver runs steps in order, each when the one before is done', async () => {
  const echo = await run(ECHO);
  await echo.see('ready').type('enter').see('"enter"').key('enter', 'up').see('\\u001b[A').paste('a\nb');
  await echo.see('"\\u001b[200~a\\nb\\u001b[201~"');
  expect(echo.text()).toMatch(/"enter"[\s\S]*\\r/);
});

it('the driver runs steps that are added during a script after the steps of that script', async () => {
  const echo = await run(ECHO);
  const first = echo.see('ready').type('one').see('"one"');
  await echo.type('two').see('"two"');
  await first;
  expect(echo.text()).toMatch(/"one"[\s\S]*"two"/);
});

it('the driver presses the first key of a command', async () => {
  const echo = await run(ECHO);
  await echo.see('ready').press('tokens.create', 'dialog.submit').see('"a').see('\\r"');
  expect(await messageOf(echo.press('tokens.none'))).toContain('no key is bound to tokens.none');
});

it('a failure names step, script and screen, and points at the test', async () => {
  const echo = await run(ECHO);
  const error: Error = await echo
    .see('ready')
    .type('one')
    .see('never', {deadline: 50})
    .type('two')
    .then(
      () => new Error('no failure'),
      (failure: Error) => failure,
    );
  expect(error.message).toMatch(
    /^see "never" failed\. The script:\n {2}see "ready"\n {2}type "one"\n> see "never"\n50 ms passed[\s\S]*│ready/,
  );
  expect(error.stack).toMatch(/ms passed[\s\S]*\n\s+at .*driver\.test\.ts/);
  expect(error.stack).not.toContain('/driver.ts:');
  expect(echo.text()).not.toContain('two');
});

it('the driver refuses a key directly after Esc', async () => {
  const echo = await run(ECHO);
  await echo.see('ready').key('esc').see('"\\u001b"').key('x').see('"x"');
  expect(await messageOf(echo.key('esc', 'x'))).toContain('Esc was pressed just before');
  const other = await run(ECHO);
  expect(await messageOf(other.see('ready').press('dialog.close').type('x'))).toContain('Esc was pressed just before');
});

it.each<[string, (driver: Driver) => Promise<void>]>([
  ['gone', driver => driver.gone('here', {deadline: 50})],
  ['selected', driver => driver.selected('first', {deadline: 50})],
  ['selected', driver => driver.selected(/^here/, {deadline: 50})],
  ['status', driver => driver.status('first', {deadline: 50})],
  ['see', driver => driver.see(({screen}) => screen()[0] === 'second', {deadline: 50})],
  ['exits', driver => driver.type('0').exits(1)],
])('the step %s of the driver fails when its condition is not met', async (name, wait) => {
  const driver = await run(
    `process.stdin.setRawMode(true).on('data', data => process.exit(Number(data))); console.log('first\\n ▌ second here\\nthird\\nstatus')`,
  );
  await driver
    .see('first')
    .selected(/^second/)
    .status('status')
    .row('second')
    .contains('here', /▌/)
    .gone('none');
  expect(await messageOf(wait(driver))).toMatch(new RegExp(`^${name} .*failed`));
});

it('a signal goes to the program and not to the shell that started it', async () => {
  const driver = await start({
    command: 'sh',
    args: ['-c', `"$NODE" -e "setInterval(() => {}, 1e6); console.log('ready')"; echo "code $?"; exit 3`],
    env: {NODE: process.execPath},
  });
  await driver.see('ready').signal('SIGTERM').see('code 143').exits(3);
});
