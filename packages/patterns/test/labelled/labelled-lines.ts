import {createRandom, messageOf, pick, type Random, truthOf} from './random-values.ts';

/** A generated line, and the true template of its message. */
export type Labelled = {readonly line: string; readonly truth: string};

const LEVELS = ['error', 'crit', 'warn', 'alert', 'notice', 'info'] as const;
const two = (value: number): string => String(value).padStart(2, '0');

const nginxLine = (message: string, random: Random): string => {
  const at = Math.floor(random() * 86_400);
  const time = `2026/11/20 ${two(Math.floor(at / 3600))}:${two(Math.floor(at / 60) % 60)}:${two(at % 60)}`;
  const pid = 20 + Math.floor(random() * 40);
  const head = `${time} [${pick(random, LEVELS)}] ${pid}#${pid}: `;
  if (random() < 0.2) return head + message;
  const client = pick(random, ['10.0.7.9', '2001:db8::17', 'unix:']);
  const request = pick(random, [
    'GET /v1/items/7 HTTP/1.1',
    'POST /a, client: b HTTP/2.0',
    'GET /?q=\\x22x\\x22 HTTP/1.1',
  ]);
  const upstream = random() < 0.5 ? ', upstream: "http://10.1.0.4:8080/v1/items/7"' : '';
  return `${head}*${Math.floor(random() * 100_000)} ${message}, client: ${client}, server: ${pick(random, ['api.example.com', '_', ''])}, request: "${request}"${upstream}, host: "api.example.com"`;
};

export type LinesOptions = {readonly seed?: number; readonly perKind?: number; readonly bare?: boolean};

/**
 * Generates lines of each kind, in a random order. The kinds have different frequencies: from `perKind` lines down to
 * an eighth of `perKind`, but at least 3 lines. With `bare`, a line is a message without head and fields.
 */
export const labelledLines = (
  kinds: readonly string[],
  {seed = 1, perKind = 80, bare = false}: LinesOptions = {},
): Labelled[] => {
  const random = createRandom(seed);
  const lines: {readonly order: number; readonly value: Labelled}[] = [];
  kinds.forEach((kind, index) => {
    const count = Math.max(3, Math.round(perKind / (1 + (index % 8))));
    for (let at = 0; at < count; at++) {
      const message = messageOf(kind, random);
      const line = bare ? message : nginxLine(message, random);
      lines.push({order: random(), value: {line, truth: truthOf(kind)}});
    }
  });
  return lines.sort((a, b) => a.order - b.order).map(({value}) => value);
};
