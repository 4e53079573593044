export interface Line {
  /** Without the line break. Invalid UTF-8 is replaced by U+FFFD. */
  readonly text: string;
  /** Byte offset at which the next line starts. */
  readonly next: number;
  /** Whether the line was longer than the limit. */
  readonly cut: boolean;
}

export const MAX_LINE_BYTES = 1024 * 1024;

const NEWLINE = 0x0a;

/** Cuts lines after `maxBytes`. If the last line has no line break, `emit` yields it and `skip` omits it. */
export async function* splitLines(
  stream: AsyncIterable<Buffer>,
  last: 'emit' | 'skip',
  maxBytes: number = MAX_LINE_BYTES,
): AsyncGenerator<Line> {
  const current = {parts: [] as Buffer[], bytes: 0, cut: false};
  let at = 0;
  const append = (part: Buffer) => {
    const fitting = part.subarray(0, maxBytes - current.bytes);
    current.cut ||= fitting.length < part.length;
    if (fitting.length > 0) current.parts.push(fitting);
    current.bytes += fitting.length;
  };
  const finish = (next: number): Line => {
    const text = Buffer.concat(current.parts).toString('utf8').replace(/\r$/, '');
    const {cut} = current;
    Object.assign(current, {parts: [], bytes: 0, cut: false});
    return {text, next, cut};
  };
  for await (const chunk of stream) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      append(chunk.subarray(from, end));
      from = end + 1;
      yield finish(at + from);
    }
    append(chunk.subarray(from));
    at += chunk.length;
  }
  if (last === 'emit' && current.bytes > 0) yield finish(at);
}
