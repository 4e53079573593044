import {expect, test} from 'vitest';
import {createPaint, defaultTheme, type Token} from './theme.ts';

const tokens = Object.keys(defaultTheme) as Token[];

test('colours and weights are opened and closed', () => {
  const paint = createPaint(defaultTheme, true);
  expect(paint('status.error', 'x')).toBe('\u001b[1m\u001b[31mx\u001b[39m\u001b[22m');
  expect(paint('selection', 'x')).toBe('\u001b[7mx\u001b[27m');
});

test.each(tokens)('%s without colour keeps its weight and no colour', token => {
  const painted = createPaint(defaultTheme, false)(token, 'x');
  expect(painted).not.toMatch(/\u001b\[(3|4|9)\dm|\u001b\[[34]8/);
  const style = defaultTheme[token];
  const weights = [style.bold && 1, style.dim && 2, style.underline && 4, style.inverse && 7];
  for (const weight of weights) if (weight) expect(painted).toContain(`\u001b[${weight}m`);
});

test.each([true, false])('no style runs on behind its text (colour %s)', colour => {
  const closes: Readonly<Record<number, number>> = {1: 22, 2: 22, 4: 24, 7: 27};
  for (const token of tokens) {
    const [before = '', after = ''] = createPaint(defaultTheme, colour)(token, 'x').split('x');
    for (const [, code] of before.matchAll(/\[(\d+)m/g))
      expect(after).toContain(`\u001b[${closes[Number(code)] ?? 39}m`);
  }
});
