import fc from 'fast-check';
import stringWidth from 'string-width';
import {describe, expect, it, onTestFinished, vi} from 'vitest';
import {similar} from '../../test/support/similar.ts';
import {asciiRow} from './ascii.ts';
import {sanitise} from './sanitise.ts';
import {cellWidth, clustersOf, fit, pad, slice, truncate} from './width.ts';
import {wrap} from './wrap.ts';

const alphabet = [
  'a',
  'b',
  ' ',
  '/',
  'é',
  'e\u0301',
  '…',
  '─',
  '▅',
  '日',
  '한',
  '😀',
  '👩‍👩‍👧‍👦',
  '🇫🇷',
  '❤️',
  '1️⃣',
  'ﾞ',
  'का',
  '�',
];
const safe = fc.oneof(
  fc.string({unit: 'grapheme-ascii', maxLength: 40}),
  fc.string({unit: fc.constantFrom(...alphabet), maxLength: 40}),
  fc.array(fc.integer({min: 0, max: 0x10ffff}), {maxLength: 40}).map(codes => sanitise(String.fromCodePoint(...codes))),
);
const cells = fc.integer({min: 0, max: 30});
const align = fc.constantFrom('left' as const, 'right' as const);
const ellipsis = fc.constantFrom('…', '...', '', '~');

describe('cellWidth', () => {
  it('cellWidth returns the same width as string-width, which Ink uses', () => {
    fc.assert(fc.property(safe, text => cellWidth(text) === stringWidth(text)));
  });

  it('cellWidth and string-width give each character the width that string-width gives it by segmentation', () => {
    const all = Array.from({length: 0x1_0000 - 0x20}, (_, at) => at + 0x20);
    const codes = similar(all, all.length / 4);
    const wrong = codes.filter(code => {
      const text = `a${String.fromCharCode(code)}a`;
      if (sanitise(text) !== text) return false;
      // A wide character forces string-width to segment the text.
      const cells = stringWidth(`${text}日`) - 2;
      return cellWidth(text) !== cells || stringWidth(text) !== cells;
    });
    expect(wrong).toEqual([]);
  });
});

describe('truncate', () => {
  it.each([
    ['short', 10, {}, 'short'],
    ['exactly', 7, {}, 'exactly'],
    ['a long message', 8, {}, 'a long …'],
    ['a long message', 8, {ellipsis: '...'}, 'a lon...'],
    ['a long message', 2, {ellipsis: '...'}, '..'],
    ['日本語テキスト', 8, {}, '日本語…'],
    ['日本', 4, {}, '日本'],
    ['anything', 0, {}, ''],
  ] as const)('truncate cuts %j to %d cells with the options %j: %j', (text, to, options, result) => {
    expect(truncate(text, to, options)).toBe(result);
  });

  it('truncate returns a text that fits the width, and does not change a text that fits', () => {
    fc.assert(
      fc.property(safe, cells, ellipsis, (text, n, mark) => {
        const result = truncate(text, n, {ellipsis: mark});
        expect(cellWidth(result)).toBeLessThanOrEqual(n);
        if (cellWidth(text) <= n) expect(result).toBe(text);
      }),
      {numRuns: 200},
    );
  });

  it('truncate reads only the visible part of a long text', () => {
    const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
    onTestFinished(() => segment.mockRestore());
    expect(truncate('日本'.repeat(10_000), 100).length).toBe(50);
    expect(segment).toHaveBeenCalled();
    for (const [text] of segment.mock.calls) expect(text.length).toBeLessThan(4_000);
  });
});

describe('fit and pad', () => {
  it('fit and pad return exactly the given width', () => {
    fc.assert(
      fc.property(safe, cells, align, (text, n, a) => {
        expect(cellWidth(fit(text, n, {align: a}))).toBe(n);
        expect(cellWidth(pad(text, n, a))).toBe(Math.max(n, cellWidth(text)));
      }),
      {numRuns: 200},
    );
  });

  it.each([
    ['ab', 5, 'left', 'ab   '],
    ['ab', 5, 'right', '   ab'],
    ['日本語', 5, 'left', '日本…'],
    ['日本語', 4, 'left', '日… '],
  ] as const)('fit truncates or pads %j to %d cells, aligned %s: %j', (text, n, a, result) => {
    expect(fit(text, n, {align: a})).toBe(result);
  });
});

describe('slice', () => {
  it('slice returns a text of the requested width, or of the remaining width if it is smaller', () => {
    fc.assert(
      fc.property(safe, cells, cells, (text, from, n) => {
        const result = slice(text, from, n);
        expect(cellWidth(result)).toBe(Math.max(0, Math.min(n, cellWidth(text) - from)));
        // Two adjacent slices together have the width of one slice, even if the cut is in a wide character.
        const whole = slice(text, 0, from + n);
        expect(cellWidth(slice(text, 0, from) + result)).toBe(cellWidth(whole));
      }),
      {numRuns: 200},
    );
  });

  it.each([
    ['abcdef', 2, 3, 'cde'],
    ['日本語', 1, 4, ' 本 '],
    ['日本語', 2, 4, '本語'],
    ['日本語', 5, 9, ' '],
    ['abc', 7, 3, ''],
  ])('the slice of %j from cell %d with %d cells is %j', (text, from, n, result) => {
    expect(slice(text, from, n)).toBe(result);
  });
});

describe('wrap', () => {
  it.each([
    ['', 5, ['']],
    ['upstream timed out', 10, ['upstream', 'timed out']],
    ['upstream timed out', 8, ['upstream', 'timed', 'out']],
    ['/usr/local/nginx', 5, ['/usr/', 'local', '/ngin', 'x']],
    ['  indented text', 10, ['  indented', 'text']],
    ['  indentedtext', 10, ['  indented', 'text']],
    ['日本語 テキスト', 7, ['日本語', 'テキス', 'ト']],
    ['a日b', 1, ['a', 'b']],
  ])('wrap splits %j into lines of at most %d cells', (text, n, lines) => {
    expect(wrap(text, n)).toEqual(lines);
  });

  it('wrap returns lines that fit the width, and drops only spaces', () => {
    fc.assert(
      fc.property(safe, fc.integer({min: 2, max: 30}), (text, n) => {
        fc.pre(![...clustersOf(text)].some(cluster => cluster.width > n));
        const lines = wrap(text, n);
        for (const line of lines) expect(cellWidth(line)).toBeLessThanOrEqual(n);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      }),
      {numRuns: 200},
    );
  });

  it('wrap wraps a text of 900,000 characters', () => {
    expect(wrap('x y'.repeat(300_000), 80).length).toBeGreaterThan(10_000);
  });
});

describe('asciiRow', () => {
  it('asciiRow returns an ASCII text of the same width', () => {
    fc.assert(
      fc.property(safe, text => {
        expect(asciiRow(text)).toMatch(/^[\x20-\x7E]*$/);
        expect(cellWidth(asciiRow(text))).toBe(cellWidth(text));
      }),
    );
  });
});
