import {describe, expect, test} from 'vitest';
import {createPaint, type Role} from './theme.ts';
import {builtInNames, themes} from './themes.ts';

const roles = Object.keys(themes.default) as Role[];

test('createPaint adds the escape codes of a role before and after a text', () => {
  const paint = createPaint(themes.default, 16);
  expect(paint('status.error', 'x')).toBe('\u001b[1m\u001b[31mx\u001b[39m\u001b[22m');
  expect(paint('selection', 'x')).toBe('\u001b[7mx\u001b[27m');
});

test.each(roles)(
  'the theme mono gives the role %s no colour, but bold, dim, underline and inverse as in the default theme',
  role => {
    const painted = createPaint(themes.mono, 16)(role, 'x');
    expect(painted).not.toMatch(/\u001b\[(3|4|9)\dm|\u001b\[[34]8/);
    const codes = {bold: 1, dim: 2, underline: 4, inverse: 7};
    for (const [name, code] of Object.entries(codes))
      expect(painted.includes(`\u001b[${code}m`)).toBe(Object.hasOwn(themes.default[role], name));
  },
);

test('the theme bright has bright colours and nothing dim', () => {
  const paint = createPaint(themes.bright, 16);
  expect(paint('severity.warn', 'x')).toBe('\u001b[93mx\u001b[39m');
  for (const role of roles) expect(paint(role, 'x')).not.toMatch(/\u001b\[(2|3[1-7])m/);
});

describe.each(builtInNames)('the theme %s', name => {
  test('a built-in theme has a style for every role', () => expect(Object.keys(themes[name])).toEqual(roles));
  test('a built-in theme ends the colour and the attributes of each role after its text', () => {
    const closes: Readonly<Record<number, number>> = {1: 22, 2: 22, 4: 24, 7: 27};
    for (const role of roles) {
      const [before = '', after = ''] = createPaint(themes[name], 16)(role, 'x').split('x');
      for (const [, code] of before.matchAll(/\[(\d+)(?:;\d+)*m/g)) {
        const isGround = /^(4|10)\d/.test(String(code));
        expect(after).toContain(`\u001b[${closes[Number(code)] ?? (isGround ? 49 : 39)}m`);
      }
    }
  });
});
