import {describe, expect, test} from 'vitest';
import {type Depth, drawnOf, type Ground, rgbAt, sgrOf} from './colour.ts';
import {createPaint} from './theme.ts';
import {themes} from './themes.ts';

describe('drawnOf', () => {
  test.each<[Ground, Depth, ReturnType<typeof drawnOf>]>([
    ['#5fd7ff', 'true', [0x5f, 0xd7, 0xff]],
    ['#5fd7ff', 256, 81],
    ['#ff0000', 256, 196],
    ['#808080', 256, 244],
    ['#fe0101', 16, 9],
    ['256:196', 'true', 196],
    ['256:196', 16, 9],
    [21, 16, 4],
    [8, 16, 8],
    ['redBright', 'true', 9],
    ['black', 16, 0],
    [['#b00000', 'blue'], 'true', [0xb0, 0, 0]],
    [['#b00000', 'blue'], 256, 124],
    [['#b00000', 'blue'], 16, 4],
    [['#0000e0', '#b00000'], 16, 1],
  ])('drawnOf converts %j for a terminal with %s colours to %j', (colours, depth, expected) => {
    expect(drawnOf(colours, depth)).toEqual(expected);
  });
  test('rgbAt returns the colours of the 256-colour palette of xterm', () => {
    expect([0, 12, 16, 67, 231, 232, 255].map(at => rgbAt(at))).toEqual([
      [0, 0, 0],
      [0x5c, 0x5c, 0xff],
      [0, 0, 0],
      [0x5f, 0x87, 0xaf],
      [0xff, 0xff, 0xff],
      [8, 8, 8],
      [238, 238, 238],
    ]);
  });
});

test('sgrOf returns the shortest parameters of a colour', () => {
  const all = [1, 9, 196, [1, 2, 3] as const].map(drawn => [sgrOf(drawn, 'fg'), sgrOf(drawn, 'bg')]);
  expect(all).toEqual([
    ['31', '41'],
    ['91', '101'],
    ['38;5;196', '48;5;196'],
    ['38;2;1;2;3', '48;2;1;2;3'],
  ]);
});

test('createPaint uses the nearest supported foreground and background', () => {
  const drawn = (depth: Depth) => createPaint(themes.dark, depth)('selection', 'x');
  expect(drawn('true')).toBe('\u001b[38;2;255;255;255m\u001b[48;2;0;51;143mx\u001b[49m\u001b[39m');
  expect(drawn(256)).toContain('\u001b[38;5;231m');
  expect(drawn(16)).toBe('\u001b[97m\u001b[44mx\u001b[49m\u001b[39m');
});
