import fc from 'fast-check';
import stringWidth from 'string-width';
import {describe, expect, it} from 'vitest';
import {isThorough} from '../../test/support/similar.ts';
import {sanitise, sanitiseLines} from './sanitise.ts';
import {cellWidth} from './width.ts';

/** These characters move the cursor, or restyle, reorder, hide or join text. */
const acting = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E0FFF}]/u;

const hostileAlphabet = [
  ...['\u001B', '\u009B', '\u009D', '\u0090', '\u009C', '\u0007', '\u0000', '\u007F', '\r', '\n', '\t', '\b'],
  ...['[', ']', '31m', '8;;http://x', '\u001B\\', 'P', '2J', '?1049h'],
  ...['\u202E', '\u2066', '\u200B', '\u200D', '\uFE0F', '\uFE0E', '\u20E3', '\u034F', '\u2028', '\uD800', '\uDC00'],
  ...['\u{E0041}', '\u{E007F}', '\u{1F3F4}', '\u{1F1E6}', '\u{1F1EB}', '\u{1F1F7}', '\u{1F3FD}', '\uE0A0'],
  ...[
    '👩',
    '❤',
    '👍',
    '😀',
    '1',
    '#',
    'a',
    ' ',
    '한',
    '\u1100',
    '\u1161',
    '\u11A8',
    '漢',
    'ﾞ',
    '\u0301',
    '\u0E33',
    '\u0D4E',
  ],
];
const hostile = fc.oneof(
  fc.string({unit: fc.constantFrom(...hostileAlphabet), maxLength: 30}),
  fc.array(fc.integer({min: 0, max: 0x10ffff}), {maxLength: 30}).map(codes => String.fromCodePoint(...codes)),
  fc.array(fc.integer({min: 0, max: 0xffff}), {maxLength: 20}).map(units => String.fromCharCode(...units)),
);

const numRuns = isThorough ? 2000 : 500;

describe('sanitise', () => {
  it.each([
    ['SGR', '\u001B[31mred\u001B[0m', '␛[31mred␛[0m'],
    ['OSC 8 link', '\u001B]8;;http://x\u0007t\u001B]8;;\u0007', '␛]8;;http://x␇t␛]8;;␇'],
    ['unterminated OSC', 'a\u001B]0;title rest', 'a␛]0;title rest'],
    ['8-bit CSI', 'a\u009B2Jb', 'a�2Jb'],
    ['DCS', '\u001BPq#0\u001B\\', '␛Pq#0␛\\'],
    ['NUL and DEL', 'a\u0000b\u007F', 'a␀b␡'],
    ['bidi override', 'user\u202Etxt.exe', 'user�txt.exe'],
    ['zero width', 'pa\u200Bss\uFEFF', 'pa�ss�'],
    ['tab', 'a\tb', 'a⇥b'],
    ['line breaks', 'a\r\nb\nc\u2028d\re', 'a⏎b⏎c⏎d␍e'],
    ['lone surrogate', 'a\uD83Db', 'a�b'],
    ['private use', 'a\uE0A0b', 'a�b'],
    ['tag characters', '🏴\u{E0067}\u{E0062}\u{E007F}', '🏴���'],
    ['a flag spelt in tags', '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}', '🏴������'],
    ['half a flag', '🇦🇫🇷', 'AF�'],
    ['emoji of several characters', '👍🏽 👩‍👩‍👧‍👦 👨🏽‍🚀 ❤️ 🇫🇷 1️⃣ #️⃣ 🏴‍☠️', '👍 👩👩👧👦 👨🚀 ❤ FR 1 # 🏴☠'],
    ['a joiner that no emoji follows', '👩\u200Dx', '👩�x'],
    ['stray variation selector', 'a\uFE0F', 'a�'],
    ['a combining mark at the start', '\u0301a', '�a'],
    ['too many marks', `z${'\u0335'.repeat(9)}a`, `z${'\u0335'.repeat(4)}�a`],
    ['stray jamo', 'a\u1161\u11A8\u1100', 'a���'],
    ['a run of joining letters', `ก${'\u0E33'.repeat(9)}`, `ก${'\u0E4D\u0E32'.repeat(4)}�`],
    ['Thai and Lao AM', 'กำ ນຳ', 'ก\u0E4D\u0E32 ນ\u0ECD\u0EB2'],
    ['a stray non-joiner', 'a\u200Cb', 'a�b'],
    ['an Indic conjunct', 'नमस्ते', 'नमस्\u200Cते'],
  ])('sanitise replaces unsafe characters: %s', (_name, text, shown) => {
    expect(sanitise(text)).toBe(shown);
  });

  it.each([
    'GET /v1/items?q=a%20b HTTP/1.1',
    'Zürich naïve e\u0301 Việt',
    '日本語テキスト、한국어 \u1112\u1161\u11AB',
    'שלום مرحبا हिन\u094D\u200Cदी ﾊﾟｽﾜｰﾄﾞ',
    '😀 ❤ ▁▂▅█ ─│┼ ✓ …',
  ])('sanitise does not change %s', text => {
    expect(sanitise(text)).toBe(text);
  });

  it('sanitise never returns characters that act on a terminal', () => {
    fc.assert(
      fc.property(hostile, text => {
        const safe = sanitise(text);
        expect(safe).not.toMatch(acting);
        expect(safe).not.toMatch(/[\u200D\uFE00-\uFE0F\u20E3\p{Emoji_Modifier}\p{Regional_Indicator}]/u);
        expect(safe).not.toMatch(/(?<!\p{M})\u200C/u);
      }),
      {numRuns},
    );
  });

  it('sanitise is idempotent, and the width of its result does not depend on the text after it', () => {
    fc.assert(
      fc.property(hostile, text => {
        const once = sanitise(text);
        expect(sanitise(once)).toBe(once);
        expect(cellWidth(once)).toBe(stringWidth(once));
        expect(cellWidth(`${once} |`)).toBe(cellWidth(once) + 2);
      }),
      {numRuns},
    );
  });

  it('the width of a sanitised text is the sum of the widths of its characters', () => {
    // Combining marks and trailing Hangul letters have no cell of their own.
    const joining = /[\p{Mn}\p{Me}\u200C\u1160-\u11FF\uD7B0-\uD7FB]/u;
    const widthOf = (character: string): number => (joining.test(character) ? 0 : stringWidth(character));
    fc.assert(
      fc.property(hostile, text => {
        const safe = sanitise(text);
        expect(cellWidth(safe)).toBe([...safe].reduce((sum, character) => sum + widthOf(character), 0));
      }),
      {numRuns},
    );
  });

  it('sanitise does not change printable ASCII', () => {
    fc.assert(fc.property(fc.string({unit: 'grapheme-ascii'}), text => sanitise(text) === text));
  });

  it.each([
    ['escapes', '\u001B['],
    ['open OSC', '\u001B]8;;'],
    ['marks', '\u0301'],
    ['joiners', '👩\u200D'],
    ['flags', '🇦'],
    ['jamo', '\u1100\u1161\u11A8\u11A8'],
    ['surrogates', '\uD83D'],
  ])('sanitise takes little time for 256 kB of %s', (_name, unit) => {
    const text = unit.repeat(Math.floor(256_000 / unit.length));
    expect(sanitise(text).length).toBeGreaterThan(0);
  });
});

describe('sanitiseLines', () => {
  it.each([
    ['', ['']],
    ['one', ['one']],
    ['one\n', ['one']],
    ['a\r\n\tb\n\nc', ['a', '⇥b', '', 'c']],
    ['a\u2028b\u001B[2J', ['a', 'b␛[2J']],
  ])('sanitiseLines splits %j', (text, lines) => {
    expect(sanitiseLines(text)).toEqual(lines);
  });
});
