import fc from 'fast-check';
import {expect, test} from 'vitest';
import {splitLines} from './lines.ts';

test('splitLines yields the same lines however the stream is split into chunks', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({maxLength: 12}).map(bytes => Buffer.from(bytes))), async chunks => {
      const whole = Buffer.concat(chunks);
      const lines: {text: string; next: number}[] = [];
      const stream = (async function* () {
        yield* chunks;
      })();
      for await (const line of splitLines(stream, 'skip')) lines.push(line);
      let from = 0;
      for (const {text, next} of lines) {
        expect(whole[next - 1]).toBe(0x0a);
        expect(text).toBe(
          whole
            .subarray(from, next - 1)
            .toString('utf8')
            .replace(/\r$/, ''),
        );
        from = next;
      }
      expect(whole.subarray(from).includes(0x0a)).toBe(false);
    }),
  );
});
