import {describe, expect, test} from 'vitest';
import {type Colour, type Depth, type Drawn, drawnOf, rgbAt} from './colour.ts';
import type {Role, Style} from './theme.ts';
import {themes} from './themes.ts';

const linear = (part: number): number => {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

type Linear = readonly [red: number, green: number, blue: number];

const linearOf = (drawn: Drawn): Linear => {
  const [red, green, blue] = rgbAt(drawn);
  return [linear(red), linear(green), linear(blue)];
};

/** Relative luminance, as defined by WCAG 2. */
const luminance = (drawn: Drawn): number => {
  const [red, green, blue] = linearOf(drawn);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (one: Drawn, other: Drawn): number => {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
};

/** Themes with explicit colours, and the terminal background and text for which they are designed. */
const explicit = {
  dark: ['#000000', '#ffffff'],
  'high-contrast': ['#000000', '#ffffff'],
  'colour-blind': ['#000000', '#ffffff'],
  light: ['#ffffff', '#000000'],
} as const satisfies Partial<Record<keyof typeof themes, readonly Colour[]>>;

const names = Object.keys(explicit) as (keyof typeof explicit)[];
const depths: readonly Depth[] = ['true', 256, 16];
const roles = Object.keys(themes.default) as Role[];

const contrastOf = (name: keyof typeof explicit, role: Role, depth: Depth): number => {
  const [background, text] = explicit[name];
  const {fg = text, bg = background}: Style = themes[name][role];
  return contrast(drawnOf(fg, depth), drawnOf(bg, depth));
};

test('contrast follows the definition of WCAG', () => {
  const of = (one: Colour, other: Colour) => contrast(drawnOf(one, 'true'), drawnOf(other, 'true'));
  expect(of('#000000', '#ffffff')).toBe(21);
  expect(of('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(of('#ff0000', '#ffffff')).toBeCloseTo(4, 2);
});

describe.each(names)('the theme %s', name => {
  test.each(depths)('every role of a theme has WCAG AA contrast with %s colours', depth => {
    const low = roles.map(role => ({role, ratio: contrastOf(name, role, depth)})).filter(({ratio}) => ratio < 4.5);
    expect(low).toEqual([]);
  });

  test('a theme with explicit colours gives no role the dim attribute', () => {
    for (const role of roles) expect(themes[name][role]).not.toHaveProperty('dim');
  });
});

test('the theme high-contrast has WCAG AAA contrast', () => {
  for (const depth of ['true', 256] as const)
    for (const role of roles) expect(contrastOf('high-contrast', role, depth)).toBeGreaterThanOrEqual(7);
});

/** Colours as seen without red or green cones, in linear light (Machado, Oliveira and Fernandes, 2009). */
const VISION = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
} as const;

const seen = (colour: Drawn, vision: keyof typeof VISION): readonly number[] => {
  const [red, green, blue] = linearOf(colour);
  return VISION[vision].map(([r, g, b]) => r * red + g * green + b * blue);
};

/** From 0 to about 1.7. */
const difference = (one: readonly number[], other: readonly number[]): number =>
  Math.hypot(...one.map((part, at) => Math.cbrt(Math.max(0, part)) - Math.cbrt(Math.max(0, other[at] ?? 0))));

describe.each(Object.keys(VISION) as (keyof typeof VISION)[])('with %s', vision => {
  const apart = (name: keyof typeof explicit, [one, other]: readonly [Role, Role], depth: Depth): number => {
    const [mine, its] = [one, other].map(role => drawnOf((themes[name][role] as Style).fg ?? 'white', depth));
    return difference(seen(mine ?? 0, vision), seen(its ?? 0, vision));
  };
  const pairs = [
    ['status.ok', 'status.warn'],
    ['status.ok', 'status.error'],
    ['status.warn', 'status.error'],
    ['severity.info', 'severity.error'],
    ['severity.warn', 'severity.error'],
    ['severity.info', 'severity.warn'],
  ] as const satisfies readonly (readonly [Role, Role])[];

  test.each(depths)(
    'the theme colour-blind has distinct colours for good, warning and error with %s colours',
    depth => {
      for (const pair of pairs) expect(apart('colour-blind', pair, depth), pair.join()).toBeGreaterThan(0.2);
    },
  );
  test('the theme dark has no distinct colours for good, warning and error', () => {
    expect(Math.min(...pairs.map(pair => apart('dark', pair, 'true')))).toBeLessThan(0.2);
  });
});
