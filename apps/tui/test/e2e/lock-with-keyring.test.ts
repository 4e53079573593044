import {expect, it} from 'vitest';
import {startConsole} from '../support/console/start-console.ts';
import {API_TOKEN, startGateway, withToken} from '../support/gateway.ts';
import {hasKeyring, startKeyring} from '../support/keyring.ts';
import {logEntry, NEWEST} from '../support/logs.ts';
import {answerPrompts} from '../support/prompter.ts';
import {run, SIZES} from './support/frame-checks.ts';

const KEYRING_PASSWORD = 'open sesame';

const openLocked = async (env: Readonly<Record<string, string>>, size = {}) => {
  const gateway = await startGateway({seed: {error_logs: [logEntry('card 4711', {level: 4, log_time: NEWEST})]}});
  const args = ['--url', gateway.url, '--tab', 'error-logs'];
  const console = await startConsole(args, {
    ...size,
    env: {...withToken, EDGE_CONSOLE_LOCK_WITH: 'keyring', ...env},
  });
  await console.see('card 4711');
  await run(console, 'lock').see('Locked: API token').gone('card 4711');
  return {console};
};

it.skipIf(!hasKeyring).each(SIZES)(
  'at $cols×$rows the console is unlocked by the prompt of the keyring, and not by an unlocked keyring',
  async size => {
    const env = await startKeyring(KEYRING_PASSWORD);
    const answers = [undefined, 'wrong', undefined, KEYRING_PASSWORD];
    let prompts = 0;
    await answerPrompts(env.DBUS_SESSION_BUS_ADDRESS ?? '', () => answers[prompts++]);
    const {console} = await openLocked(env, size);
    await console.see('leave it empty to').press('dialog.submit').see('not unlocked').see('enter the API token');
    expect(prompts).toBe(1);
    await console.type('x').key('backspace').press('dialog.submit').gone('not unlocked').see('not unlocked');
    expect(prompts).toBe(3);
    await console.press('dialog.submit').see('card 4711').gone('Locked');
    expect(prompts).toBe(4);
    expect(console.output()).not.toContain(KEYRING_PASSWORD);
  },
);

it.skipIf(!hasKeyring)('a keyring with an empty password does not unlock the console', async () => {
  const env = await startKeyring();
  let prompts = 0;
  await answerPrompts(env.DBUS_SESSION_BUS_ADDRESS ?? '', () => `${prompts++}`);
  const {console} = await openLocked(env);
  await console.press('dialog.submit').see('opens without asking').see('Locked: API token').gone('card 4711');
  expect(prompts).toBe(0);
});

it('the lock screen says that the keyring cannot be reached, and the API token unlocks the console', async () => {
  const {console} = await openLocked({});
  await console.press('dialog.submit').see('GNOME Keyring cannot be reached.').see('enter the API token');
  await console.type(API_TOKEN).press('dialog.submit').see('card 4711').gone('Locked');
});

it('EDGE_CONSOLE_LOCK_WITH with an unknown value is refused at the start', async () => {
  const console = await startConsole(['--url', 'http://127.0.0.1:9'], {env: {EDGE_CONSOLE_LOCK_WITH: 'face'}});
  await console.see('EDGE_CONSOLE_LOCK_WITH must be password or keyring.').exits(2);
});
