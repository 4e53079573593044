import {describe, expect, it} from 'vitest';
import {asciiRow} from './ascii.ts';

describe('asciiRow', () => {
  it('asciiRow replaces symbols by similar ASCII characters and retains styles', () => {
    expect(asciiRow('\u001b[31mup … 3 · ↓\u001b[39m')).toBe('\u001b[31mup ~ 3 . v\u001b[39m');
  });

  it('asciiRow replaces a non-ASCII character without an equivalent by a question mark for each column', () => {
    expect(asciiRow('漢é')).toBe('???');
  });
});
