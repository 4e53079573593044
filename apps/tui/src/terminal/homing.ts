const ENTER = '\u001B[?1049h';
const HOME = '\u001B[H';

/**
 * A terminal as Ink shall see it: the cursor goes home whenever the alternate screen is entered. Ink leaves it where the
 * shell had it, and a first line that does not begin at the left margin wraps and pushes the header out of sight.
 */
export const homing = (stdout: NodeJS.WriteStream): NodeJS.WriteStream =>
  new Proxy(stdout, {
    get: (target, property) => {
      const value: unknown = Reflect.get(target, property);
      if (typeof value !== 'function') return value;
      if (property !== 'write') return value.bind(target);
      return (chunk: unknown, ...rest: unknown[]): unknown =>
        value.call(target, typeof chunk === 'string' ? chunk.replaceAll(ENTER, ENTER + HOME) : chunk, ...rest);
    },
  });
