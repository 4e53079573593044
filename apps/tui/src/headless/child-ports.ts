import {Readable, Writable} from 'node:stream';
import type {TextStream} from '../output/sink.ts';
import type {ProcessPorts} from './host.ts';

export const textStream = (
  write: (text: string) => unknown,
  {isTTY = false, columns}: Pick<TextStream, 'isTTY' | 'columns'> = {},
): TextStream =>
  Object.assign(
    new Writable({
      decodeStrings: false,
      write(text, _encoding, done) {
        const written = write(String(text));
        if (written instanceof Promise) written.then(() => done(), done);
        else done();
      },
    }),
    {isTTY, ...(columns !== undefined && {columns})},
  );

interface ChildStreams extends Pick<ProcessPorts, 'stdout' | 'stderr'> {
  /** Text of standard input. Default: none. */
  readonly input?: string;
}

export const childPorts = (
  ports: Omit<ProcessPorts, 'stdin' | 'stdout' | 'stderr'>,
  {input = '', ...streams}: ChildStreams,
): ProcessPorts => ({
  env: ports.env,
  onProgress: ports.onProgress,
  once: ports.once.bind(ports),
  removeListener: ports.removeListener.bind(ports),
  stdin: Object.assign(Readable.from([input]), {isTTY: false}),
  ...streams,
});
