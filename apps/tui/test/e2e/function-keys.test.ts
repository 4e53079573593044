import {it} from 'vitest';
import {startConsole} from '../support/console/start-console.ts';
import {similar} from '../support/similar.ts';

const terminals: readonly (readonly [string, f1: string])[] = [
  ['xterm', '\u001BOP'],
  ['rxvt', '\u001B[11~'],
  ['the Linux console', '\u001B[[A'],
];

it.each(similar(terminals))('F1 as sent by %s opens and closes help, also in a text field', async (_terminal, f1) => {
  const console = await startConsole([]);
  await console
    .see('Sign in')
    .type(f1)
    .see('Keys: Session')
    .row('Show the keys')
    .contains('F1')
    .type(f1)
    .gone('Keys: Session')
    .press('session.leave-form')
    .see('? help')
    .type(f1)
    .see('Keys: Session')
    .type(f1)
    .gone('Keys: Session')
    .press('global.quit')
    .exits(0);
});
