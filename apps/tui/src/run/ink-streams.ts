import {withFunctionKeys} from '../commands/function-keys.ts';
import {inkOutput} from '../terminal/ink-output.ts';

/** stdin for Ink, with its function keys as characters. */
export const inkStdin = (stdin: NodeJS.ReadStream): NodeJS.ReadStream =>
  withMethod(stdin, 'read', (size?: number): unknown => {
    const chunk: unknown = stdin.read(size);
    return typeof chunk === 'string' ? withFunctionKeys(chunk) : chunk;
  });

/** stdout for Ink, with its output rewritten by {@link inkOutput}. */
export const inkStdout = (stdout: NodeJS.WriteStream): NodeJS.WriteStream =>
  withMethod(stdout, 'write', (chunk: unknown, ...rest: unknown[]): unknown =>
    Reflect.apply(stdout.write, stdout, [typeof chunk === 'string' ? inkOutput(chunk, stdout.rows) : chunk, ...rest]),
  );

const withMethod = <S extends object>(stream: S, name: keyof S, method: (...args: never[]) => unknown): S =>
  new Proxy(stream, {
    get: (target, property) => {
      if (property === name) return method;
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
