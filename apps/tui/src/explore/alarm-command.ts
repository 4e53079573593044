import {levelName} from '@edge-console/schema/values';
import type {Connection} from '../core/connection.ts';
import {isoText} from '../format/time.ts';
import {sanitise} from '../text/sanitise.ts';
import type {Alarm} from './watch.ts';

type Variables = Readonly<Record<string, string | undefined>>;
type Gateway = Pick<Connection, 'profile' | 'url'>;

interface AlarmCommandOptions {
  /** Program and arguments. */
  readonly command: readonly string[];
  /** Environment of the console. */
  readonly env: Variables;
  readonly signal?: AbortSignal | undefined;
  /** Time after which the command is killed, in ms. Default: 30 s. */
  readonly maxMs?: number;
}

const MAX_MS = 30_000;
/** Maximum length of the log line. Linux refuses a variable of more than 128 KiB. */
const MAX_LOG = 8_000;

/** Returns the environment of the command: that of the console without its own variables, which may be tokens. */
const alarmVariables = ({reason, entry}: Alarm, {profile, url}: Gateway, env: Variables): Variables => ({
  ...Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('EDGE_CONSOLE_'))),
  EDGE_CONSOLE_ALARM: sanitise(reason),
  EDGE_CONSOLE_PROFILE: sanitise(profile),
  EDGE_CONSOLE_URL: url,
  EDGE_CONSOLE_LOG: sanitise(entry.log).slice(0, MAX_LOG),
  EDGE_CONSOLE_LEVEL: levelName(entry.level),
  EDGE_CONSOLE_TIME: isoText(entry.log_time),
  EDGE_CONSOLE_ID: String(entry.id),
});

const run = (variables: Variables, {command, signal, maxMs = MAX_MS}: AlarmCommandOptions) =>
  new Promise<string | undefined>(resolve => {
    // Loaded on demand, since loading it takes time.
    const {spawn} = process.getBuiltinModule('node:child_process');
    const [program = '', ...args] = command;
    // In a session of its own, the command cannot write to the terminal, and is killed with what it has started.
    const child = spawn(program, args, {env: variables, stdio: 'ignore', detached: true});
    const kill = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has ended meanwhile.
      }
    };
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      kill();
    }, maxMs);
    process.once('exit', kill);
    signal?.addEventListener('abort', kill);
    const end = (problem?: string): void => {
      clearTimeout(timer);
      process.off('exit', kill);
      signal?.removeEventListener('abort', kill);
      resolve(problem);
    };
    child.once('error', ({code = 'unknown'}: NodeJS.ErrnoException) => {
      end(`cannot be run: ${code === 'ENOENT' ? `there is no ${sanitise(program)}` : code}`);
    });
    child.once('exit', (code, by) => {
      if (isLate) end(`was killed after ${maxMs / 1000} s`);
      else if (code === null) end(`was ended by ${by}`);
      else end(code === 0 ? undefined : `failed with exit code ${code}`);
    });
  });

/**
 * Returns a function that runs a command for an alarm, without a shell, and one at a time. It resolves to undefined, or
 * to a sentence that says what went wrong; it never rejects.
 */
export const createAlarmCommand = (options: AlarmCommandOptions) => {
  let last: Promise<string | undefined> = Promise.resolve(undefined);
  return (alarm: Alarm, gateway: Gateway): Promise<string | undefined> => {
    if (options.command.length === 0) return Promise.resolve(undefined);
    last = last
      .then(() => run(alarmVariables(alarm, gateway, options.env), options))
      // Node refuses arguments with a NUL character.
      .catch((error: NodeJS.ErrnoException) => `cannot be run: ${error.code}`)
      .then(problem => problem && `The command of notify ${problem}.`);
    return last;
  };
};
