import {describe, expect, it} from 'vitest';
import {asciiLine} from './ascii-line.ts';

describe('asciiLine', () => {
  it('gives marks a look-alike and keeps styles', () => {
    expect(asciiLine('\u001b[31mup … 3 · ↓\u001b[39m')).toBe('\u001b[31mup ~ 3 . v\u001b[39m');
  });

  it('keeps the width of what it cannot show', () => {
    expect(asciiLine('漢é')).toBe('???');
  });
});
