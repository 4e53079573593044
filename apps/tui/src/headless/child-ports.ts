import {Readable, Writable} from 'node:stream';
import type {TextStream} from '../output/sink.ts';
import type {ProcessPorts} from './host.ts';

/** A stream that passes its text to `write`. The second argument is the terminal that commands see. */
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

/** Returns the ports of a command that another command runs. The signals are those of `ports`. */
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
