/** A line without its end, and where the next one begins, in bytes from the start of the stream. */
export interface Line {
  readonly text: string;
  readonly next: number;
  /** Whether it was longer than the limit: what follows is left out. */
  readonly cut: boolean;
}

/** The usual limit of a line. */
export const MAX_LINE_BYTES = 1024 * 1024;

const NEWLINE = 0x0a;

/**
 * Splits a stream into lines in bounded memory; what is no UTF-8 becomes U+FFFD. `last` says what becomes of a line
 * that does not end: it is given, or left for the time when it is complete.
 */
export async function* linesOf(
  stream: AsyncIterable<Buffer>,
  last: 'given' | 'left',
  maxBytes: number = MAX_LINE_BYTES,
): AsyncGenerator<Line> {
  const begun = {parts: [] as Buffer[], bytes: 0, cut: false};
  let at = 0;
  const take = (part: Buffer) => {
    const fits = part.subarray(0, maxBytes - begun.bytes);
    begun.cut ||= fits.length < part.length;
    if (fits.length > 0) begun.parts.push(fits);
    begun.bytes += fits.length;
  };
  const finish = (next: number): Line => {
    const text = Buffer.concat(begun.parts).toString('utf8').replace(/\r$/, '');
    const {cut} = begun;
    Object.assign(begun, {parts: [], bytes: 0, cut: false});
    return {text, next, cut};
  };
  for await (const chunk of stream) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      take(chunk.subarray(from, end));
      from = end + 1;
      yield finish(at + from);
    }
    take(chunk.subarray(from));
    at += chunk.length;
  }
  if (last === 'given' && begun.bytes > 0) yield finish(at);
}
