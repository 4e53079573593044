import {Secret} from '@edge-console/schema';
import {renderToString} from 'ink';
import {expect, test} from 'vitest';
import type {App} from '../../src/app/app.ts';
import {secretDialog} from '../../src/dialogs/secret.ts';
import {StillFrame} from '../../src/root/Root.tsx';
import {unicodeGlyphs as glyphs} from '../../src/theme/glyphs.ts';
import {plainPaint as paint} from '../../src/theme/theme.ts';
import {createClock} from '../../src/ui/context.ts';
import {rebound, stillConsole} from '../support/layers.ts';

const appearance = {paint, glyphs, finish: (row: string) => row, clock: createClock(() => 0)};
const draw = (app: App): string => renderToString(<StillFrame app={app} appearance={appearance} />, {columns: 120});
const keyOf = (command: string): string => rebound[command]?.[0] ?? expect.fail(`${command} has no key`);

test('tabs and footer show the keys that the config binds', () => {
  const frame = draw(stillConsole(rebound));
  expect(frame).toContain(`${keyOf('global.tab-session')} Session   ${keyOf('global.tab-tokens')} Tokens`);
  const labels = {help: 'help', 'command-line': 'command', quit: 'quit'};
  const keys = Object.entries(labels).map(([id, label]) => `${keyOf(`global.${id}`)} ${label}`);
  expect(frame).toContain(keys.join('   '));
});

test('the message of a missing sign-in names the key that the config binds to the Session tab', () => {
  const app = stillConsole(rebound);
  app.goto('tokens');
  return expect.poll(() => draw(app)).toContain(`Sign in on the Session tab (${keyOf('global.tab-session')}).`);
});

test('a disabled command of the sign-in form names the key that the config binds to enter the form', () => {
  const app = stillConsole(rebound);
  app.goto('session');
  // A focused text field takes the letter that leaves the form, so the command is run directly.
  app
    .commands()
    .front.find(({id}) => id === 'leave-form')
    ?.run();
  app.press(keyOf('session.next-choice'));
  expect(draw(app)).toContain(`${keyOf('session.next-field')} enters the form`);
});

test('the dialog of a secret names the keys that the config binds to copy, show and leave it', () => {
  const app = stillConsole(rebound);
  const intent = secretDialog({title: 'New', lines: [], secret: new Secret('secret-0000')}, null);
  if (intent.kind !== 'dialog') throw new Error('not a dialog');
  app.push(host => intent.open(host, () => undefined));
  expect(draw(app)).toContain(
    `${keyOf('dialog.copy')} copies it without showing it, ${keyOf('dialog.reveal')} shows it`,
  );
  app.press(keyOf('dialog.leave'));
  expect(draw(app)).toContain(`Press ${keyOf('dialog.leave')} once more when it is stored, ${keyOf('dialog.stay')}`);
});
