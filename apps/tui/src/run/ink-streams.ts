import {withFunctionKeys} from '../commands/key-name.ts';
import type {Background} from '../terminal/background.ts';
import type {Desktop} from '../terminal/desktop.ts';
import {inkOutput} from '../terminal/ink-output.ts';
import type {Mouse} from '../terminal/mouse.ts';

interface Replies {
  readonly desktop: Desktop;
  readonly background: Background;
  readonly mouse: Mouse;
}

/** Removes replies and mouse reports of the terminal, and makes each function key one character. */
export const inkStdin = (stdin: NodeJS.ReadStream, {desktop, background, mouse}: Replies): NodeJS.ReadStream =>
  withMethod(stdin, 'read', (size?: number): unknown => {
    const chunk = mouse.read(() => {
      const read: unknown = stdin.read(size);
      return typeof read === 'string' ? desktop.input(background.input(read)) : read;
    });
    return typeof chunk === 'string' ? withFunctionKeys(chunk) : chunk;
  });

export const inkStdout = (stdout: NodeJS.WriteStream, parts: readonly Pick<Mouse, 'output'>[]): NodeJS.WriteStream =>
  withMethod(stdout, 'write', (chunk: unknown, ...rest: unknown[]): unknown => {
    const output =
      typeof chunk === 'string'
        ? parts.reduce((text, part) => part.output(text), inkOutput(chunk, stdout.rows))
        : chunk;
    return Reflect.apply(stdout.write, stdout, [output, ...rest]);
  });

const withMethod = <S extends object>(stream: S, name: keyof S, method: (...args: never[]) => unknown): S =>
  new Proxy(stream, {
    get: (target, property) => {
      if (property === name) return method;
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
