import {levelName} from '@edge-console/schema/values';
import type {Connection} from '../core/connection.ts';
import {isoText} from '../format/time.ts';
import {runProgram, withoutOwnVariables} from '../terminal/program.ts';
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
  ...withoutOwnVariables(env),
  EDGE_CONSOLE_ALARM: sanitise(reason),
  EDGE_CONSOLE_PROFILE: sanitise(profile),
  EDGE_CONSOLE_URL: url,
  EDGE_CONSOLE_LOG: sanitise(entry.log).slice(0, MAX_LOG),
  EDGE_CONSOLE_LEVEL: levelName(entry.level),
  EDGE_CONSOLE_TIME: isoText(entry.log_time),
  EDGE_CONSOLE_ID: String(entry.id),
});

/**
 * Returns a function that runs a command for an alarm, without a shell, and one at a time. It resolves to undefined, or
 * to a sentence that says what went wrong; it never rejects.
 */
export const createAlarmCommand = (options: AlarmCommandOptions) => {
  let last: Promise<string | undefined> = Promise.resolve(undefined);
  const {command: argv, maxMs = MAX_MS, signal} = options;
  return (alarm: Alarm, gateway: Gateway): Promise<string | undefined> => {
    if (argv.length === 0) return Promise.resolve(undefined);
    last = last
      .then(() => runProgram({argv, env: alarmVariables(alarm, gateway, options.env), maxMs, signal}))
      .then(({problem}) => problem && `The command of notify ${problem}.`);
    return last;
  };
};
