import {sanitise} from '../text/sanitise.ts';

type Variables = Readonly<Record<string, string | undefined>>;

export interface Program {
  /** The program and its arguments. No shell interprets them. */
  readonly argv: readonly string[];
  readonly env: Variables;
  readonly input?: string | undefined;
  /** `terminal`: the program uses the console's terminal. `capture`: its output is returned. Default: `discard`. */
  readonly output?: 'discard' | 'capture' | 'terminal';
  readonly maxMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Registers `interrupt`, which sends SIGINT unless the terminal does so. Returns a function that unregisters it. */
  onInterrupt?(this: void, interrupt: () => void): () => void;
}

export interface Ended {
  readonly problem: string | undefined;
  /** Standard output and standard error, at most 1 MB. Not sanitised. */
  readonly output: string;
  readonly isCut: boolean;
  /** Not sanitised. */
  readonly firstError: string | undefined;
}

const MAX_OUTPUT = 1_000_000;
/** Maximum wait for more output after the program has exited, because a child process may keep the output open. */
const REST_MS = 300;

/** Variables that begin with EDGE_CONSOLE_ may contain tokens. */
export const withoutOwnVariables = (env: Variables): Variables =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('EDGE_CONSOLE_')));

/** Unless the program uses the terminal, it runs in its own session. It is killed when the console exits. */
export const runProgram = (program: Program): Promise<Ended> =>
  // `spawn` throws for arguments with NUL characters and for arguments that are too long.
  new Promise<Ended>(resolve => start(program, resolve)).catch(({code}: NodeJS.ErrnoException) => ({
    ...{problem: `cannot be run: ${code}`, output: '', isCut: false, firstError: undefined},
  }));

const start = (
  {argv, env, input, output = 'discard', maxMs, signal, onInterrupt}: Program,
  resolve: (ended: Ended) => void,
): void => {
  const {spawn} = process.getBuiltinModule('node:child_process');
  const [program = '', ...args] = argv;
  const usesTerminal = output === 'terminal';
  const out = {discard: 'ignore', capture: 'pipe', terminal: 'inherit'} as const;
  const unfed = usesTerminal ? 'inherit' : 'ignore';
  // In its own process session (setsid), the program cannot write to the terminal and is killed with its children.
  const child = spawn(program, args, {
    env,
    stdio: [input === undefined ? unfed : 'pipe', out[output], out[output]],
    detached: !usesTerminal,
  });
  let [text, errors, isCut] = ['', '', false];
  const capture = (chunk: string): void => {
    isCut ||= text.length + chunk.length > MAX_OUTPUT;
    text += chunk.slice(0, MAX_OUTPUT - text.length);
  };
  child.stdout?.setEncoding('utf8').on('data', capture);
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    capture(chunk);
    errors += chunk.slice(0, MAX_OUTPUT - errors.length);
  });
  // This error occurs if the program exits before it has read its input.
  child.stdin?.on('error', () => undefined).end(input);

  const send = (name: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(usesTerminal ? child.pid : -child.pid, name);
    } catch {
      // The program has already exited.
    }
  };
  const kill = (): void => send(usesTerminal ? 'SIGHUP' : 'SIGKILL');
  const release = onInterrupt?.(() => usesTerminal || send('SIGINT'));
  let isLate = false;
  const timer =
    maxMs === undefined
      ? undefined
      : setTimeout(() => {
          isLate = true;
          kill();
        }, maxMs);
  process.once('exit', kill);
  signal?.addEventListener('abort', kill);
  const end = (problem: string | undefined): void => {
    clearTimeout(timer);
    process.off('exit', kill);
    signal?.removeEventListener('abort', kill);
    release?.();
    resolve({problem, output: text, isCut, firstError: errors.split('\n').find(line => line.trim() !== '')});
  };
  child.once('error', ({code = 'unknown'}: NodeJS.ErrnoException) => {
    end(`cannot be run: ${code === 'ENOENT' ? `there is no ${sanitise(program)}` : code}`);
  });
  child.once('exit', (code, by) => {
    const problem = (): string | undefined => {
      if (isLate) return `was killed after ${(maxMs ?? 0) / 1000} s`;
      if (code === null) return `was ended by ${by}`;
      return code === 0 ? undefined : `failed with exit code ${code}`;
    };
    const rest = setTimeout(() => end(problem()), REST_MS);
    child.once('close', () => {
      clearTimeout(rest);
      end(problem());
    });
  });
};
