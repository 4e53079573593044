import {levelName} from '@edge-console/schema/values';
import type {Connection} from '../core/connection/connection.ts';
import {isoText} from '../format/time.ts';
import {runProgram, withoutOwnVariables} from '../terminal/run-program.ts';
import {sanitise} from '../text/sanitise.ts';
import type {Alarm} from './watch.ts';

type Variables = Readonly<Record<string, string | undefined>>;
type Gateway = Pick<Connection, 'profile' | 'url'>;

interface AlarmCommandOptions {
  readonly command: readonly string[];
  readonly env: Variables;
  readonly signal?: AbortSignal | undefined;
  readonly maxMs?: number;
}

/** Maximum length of the log line in EDGE_CONSOLE_LOG, far below the Linux limit of 128 KiB for a variable. */
const MAX_LOG = 8_000;

/** Leaves out the variables EDGE_CONSOLE_* of this process, because they may contain tokens. */
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
 * The returned function runs the command of `notify` after earlier runs have ended. It resolves to an error message, or
 * to undefined if the command succeeds.
 */
export const createAlarmCommand = (options: AlarmCommandOptions) => {
  let last: Promise<string | undefined> = Promise.resolve(undefined);
  return (alarm: Alarm, gateway: Gateway): Promise<string | undefined> => {
    const {command: argv, maxMs = 30_000, signal} = options;
    if (argv.length === 0) return Promise.resolve(undefined);
    last = last
      .then(() => runProgram({argv, env: alarmVariables(alarm, gateway, options.env), maxMs, signal}))
      .then(({problem}) => problem && `The command of notify ${problem}.`);
    return last;
  };
};
