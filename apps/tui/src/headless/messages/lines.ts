/** Maximum number of UTF-16 units of a line. A file without line breaks must not fill the memory. */
const MAX_LINE = 65_536;

/** Yields the lines of UTF-8 text without their line breaks. A longer line than {@link MAX_LINE} is cut. */
export async function* linesOf(input: AsyncIterable<unknown>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of input) {
    const text: string = typeof chunk === 'string' ? chunk : decoder.decode(chunk as Uint8Array, {stream: true});
    const lines = text.split('\n');
    lines[0] = rest + (lines[0] ?? '');
    rest = (lines.pop() ?? '').slice(0, MAX_LINE);
    for (const line of lines) yield line.slice(0, MAX_LINE).replace(/\r$/, '');
  }
  if (rest !== '') yield rest.replace(/\r$/, '');
}
