import {describe, expect, it} from 'vitest';
import {drawnOf, type Ground, rgbAt} from '../../src/theme/colour.ts';
import {themes} from '../../src/theme/themes.ts';
import type {Color} from '../pty/screen.ts';
import {startGateway, withToken} from '../support/gateway.ts';
import {logEntry, NEWEST} from '../support/logs.ts';
import {startConsole} from './support/console.ts';

const seed = {
  error_logs: [
    logEntry('older', {level: 5, log_time: NEWEST}),
    logEntry('broken', {level: 4, log_time: NEWEST + 1}),
    logEntry('newest', {level: 7, log_time: NEWEST + 2}),
  ],
};

/** The colour that the emulator has in a cell. */
const cellColour = (ground: Ground | undefined, depth: 256 | 'true'): Color => {
  if (ground === undefined) return 'default';
  const drawn = drawnOf(ground, depth);
  const hex = (part: number): string => part.toString(16).padStart(2, '0');
  return typeof drawn === 'number' ? drawn : `#${rgbAt(drawn).map(hex).join('')}`;
};

describe.each([
  {cols: 80, rows: 24},
  {cols: 120, rows: 36},
])('in $cols x $rows cells', size => {
  it.each([
    {theme: 'light', depth: 'true', env: {COLORTERM: 'truecolor'}},
    {theme: 'colour-blind', depth: 256, env: {}},
    {theme: 'dark', depth: 'true', env: {COLORTERM: 'truecolor'}},
  ] as const)('the theme $theme colours selection, severity and keys', async ({theme, depth, env}) => {
    const {url} = await startGateway({seed});
    const args = ['--url', url, '--tab', 'error-logs', '--theme', theme];
    const console = await startConsole(args, {...size, env: {...withToken, ...env}});
    await console.selected('newest');
    const {selection, key} = themes[theme];
    expect(console.find('newest').cell).toMatchObject({
      fg: cellColour(selection.fg, depth),
      bg: cellColour(selection.bg, depth),
      inverse: false,
    });
    expect(console.find('ERROR').cell).toMatchObject({
      fg: cellColour(themes[theme]['severity.error'].fg, depth),
      bg: 'default',
    });
    expect(console.find('? help').cell).toMatchObject({fg: cellColour(key.fg, depth), bold: true});
  });
});
