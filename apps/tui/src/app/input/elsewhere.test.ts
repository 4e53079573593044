import {expect, test} from 'vitest';
import {rebound, stillConsole} from '../../../test/support/layers.ts';

const flashOf = (screen: string, key: string, keys = {}): string | undefined => {
  const app = stillConsole(keys);
  app.goto(screen);
  app.press(key);
  return app.view().flash?.text;
};

test('a key without a command on the active screen names the screens where it works', () => {
  expect(flashOf('tokens', 'P')).toBe('P works on Error logs: Show the patterns, or the entries again.');
  expect(flashOf('error-logs', 'X')).toBe(
    'X works on Session: Sign out; on Tokens: Delete the token, or the marked tokens.',
  );
  expect(flashOf('tokens', '&')).toMatch(/^& works on Error logs: Keep or drop what matches; on Patterns: /);
});

test('no message appears for a key that no screen has, or whose command is hidden on the active screen', () => {
  expect(flashOf('tokens', 'Q')).toBeUndefined();
  expect(flashOf('tokens', 'esc')).toBeUndefined();
});

test('the message for a key without a command names keys as rebound in the config', () => {
  const [key = ''] = rebound['tokens.rotate'] ?? [];
  expect(flashOf('error-logs', key, rebound)).toBe(`${key} works on Tokens: Rotate the token.`);
});
