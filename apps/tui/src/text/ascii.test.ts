import {describe, expect, it} from 'vitest';
import {asciiRow} from './ascii.ts';

describe('asciiRow', () => {
  it('replaces marks by similar characters and keeps styles', () => {
    expect(asciiRow('\u001b[31mup … 3 · ↓\u001b[39m')).toBe('\u001b[31mup ~ 3 . v\u001b[39m');
  });

  it('keeps the width of other characters', () => {
    expect(asciiRow('漢é')).toBe('???');
  });
});
