import type {Prng} from './prng.ts';

const HOSTILE: readonly [(prng: Prng) => string, ...((prng: Prng) => string)[]] = [
  // Escape sequences: colours, a title, an unterminated link, a cleared screen, and CSI as a C1 character.
  () => '\u001b[31mred\u001b[0m \u001b]0;owned\u0007 \u001b]8;;http://example.com/',
  () => '\u001b[2J\u001b[H\u001b[?1049h\u001b[8mhidden\u009b31m',
  () => 'back\b\b\b\bspace, bell\u0007, return\rover, nul\u0000 and del\u007f',
  // Invalid bytes become U+FFFD when they are decoded.
  prng => Buffer.from(Array.from({length: 24}, () => prng.int(0x80, 0xff))).toString('utf8'),
  prng => `1 MB: ${prng.hex(8).repeat(131_072)}`,
  () => '接続がタイムアウトしました 连接超时 연결 시간 초과 ｗｉｄｅ',
  // Control characters for bidirectional text. One isolate is not closed.
  () => 'user \u202etxt.exe\u202c \u2066abc \u05d0\u05d1\u05d2 \u0627\u0644',
  () => 'zalgo: z\u0351\u036b\u0343a\u0363\u0369l\u0348\u0353g\u0300o\u0301 👩‍👩‍👧‍👦 🏳️‍🌈',
  () => 'lines\n\n\n2026/11/20 12:00:03 [emerg] 1#1: no entry of its own\u2028\u0085end',
  () => '=cmd()|; drop table error_log; -- $\u007bjndi:ldap://x} {{7*7}} %s%n <script>alert(1)</script>',
];

export const hostileText = (prng: Prng): string => prng.pick(HOSTILE)(prng);

// Bytes that never occur in UTF-8.
const INVALID = [0xff, 0xc0, 0xfe, 0xf5];

/** Replaces each U+FFFD by a byte that is invalid in UTF-8. */
export const fileLine = (text: string): Buffer =>
  Buffer.concat(
    text
      .split('\ufffd')
      .flatMap((part, index) => [
        ...(index > 0 ? [Buffer.of(INVALID[index % INVALID.length] ?? 0)] : []),
        Buffer.from(part),
      ])
      .concat(Buffer.from('\n')),
  );
