import type {AppPorts} from '../app/app.ts';
import type {Notify} from '../cli/config/config-schema.ts';
import {createAlarmCommand} from '../explore/alarm-command.ts';
import {copyToClipboard} from '../terminal/clipboard.ts';
import type {Desktop} from '../terminal/desktop.ts';
import {type Program, runProgram, withoutOwnVariables} from '../terminal/run-program.ts';

const NOT_COPIED = {
  'too-large': 'That is too large for the clipboard of a terminal.',
  'no-clipboard': 'This terminal has no clipboard.',
  'not-a-terminal': 'There is no terminal.',
} as const;

interface PortsOptions {
  readonly stdout: NodeJS.WriteStream;
  readonly desktop: Pick<Desktop, 'notify'>;
  notify(): Notify;
  /** Calls `run` while the console does not use the terminal. */
  lend<T>(run: () => Promise<T>): Promise<T | undefined>;
  configFile(): Promise<string>;
}

type Ports = Required<Pick<AppPorts, 'copy' | 'alarm' | 'run' | 'editConfig'>>;

/** The ports that use the clipboard, the desktop and other programs. */
export const createPorts = ({stdout, desktop, notify, lend, configFile}: PortsOptions): Ports => {
  const runCommand = createAlarmCommand({
    get command() {
      return notify().command ?? [];
    },
    env: process.env,
  });
  return {
    copy: text => {
      const result = copyToClipboard(stdout, text);
      return result.copied ? undefined : NOT_COPIED[result.reason];
    },
    alarm: async (alarm, gateway) => {
      stdout.write('\u0007');
      const {alarmText} = await import('../explore/watch.ts');
      desktop.notify(consoleTitle(gateway.profile), alarmText(alarm));
      return runCommand(alarm, gateway);
    },
    run: ({argv, variables, input, usesTerminal}, signal) => {
      const env = {...withoutOwnVariables(process.env), ...variables};
      const start = (output: 'capture' | 'terminal') => runProgram({argv, env, input, output, signal});
      return usesTerminal ? lend(() => start('terminal')) : start('capture');
    },
    editConfig: async () => {
      const file = await configFile();
      const ended = await lend(() => runProgram(editorOf(file)));
      return ended?.problem && `The editor ${ended.problem}.`;
    },
  };
};

export const consoleTitle = (profile = ''): string => `edge-console ${profile}`.trimEnd();

/** EDITOR may contain arguments, such as `code --wait`. */
const editorOf = (file: string): Program => {
  const editor = process.env.VISUAL || process.env.EDITOR || 'vi';
  const env = withoutOwnVariables(process.env);
  return {argv: ['/bin/sh', '-c', `exec ${editor} "$1"`, 'sh', file], env, output: 'terminal'};
};
