import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Config} from '../../src/cli/config/config-schema.ts';
import {desktopOf} from '../pty/desktop-output.ts';
import type {Driver} from '../support/console/driver.ts';
import {cleanModes, startConsole} from '../support/console/start-console.ts';
import {temporaryFolder} from '../support/folder.ts';
import {API_TOKEN, startGateway, withToken} from '../support/gateway.ts';
import {logEntry} from '../support/logs.ts';
import {similar} from '../support/similar.ts';
import {flashed, SIZES, type Size} from './support/frame-checks.ts';
import {sharedConsole} from './support/shared-console.ts';
import {PROMPT, STOPPED, startShell} from './support/shell.ts';

const FOCUS_IN = '\u001B[I';
const FOCUS_OUT = '\u001B[O';
const REASON = 'more than 0 entries in 60s';
const now = Math.floor(Date.now() / 1000);

interface Options {
  /** Environment variables that describe the terminal. */
  readonly env?: Readonly<Record<string, string>>;
  readonly notify?: Config['notify'];
  readonly size?: Size;
}

const seed = {error_logs: [logEntry('old', {log_time: now - 3600})]};
const openShared = sharedConsole({gateway: () => ({seed}), env: withToken});

const open = async ({env, notify, size}: Options) => {
  if (env === undefined) return openShared(size, {config: {notify}});
  const gateway = await startGateway({seed});
  const config = join(temporaryFolder('config'), 'config.json');
  writeFileSync(config, JSON.stringify({notify} satisfies Config));
  const args = ['--url', gateway.url, '--tab', 'error-logs', '--config', config];
  const console = await startConsole(args, {...size, env: {...withToken, ...env}});
  return {console, gateway, profile: '127.0.0.1'};
};

/** `alarm` starts a new watch and triggers it. */
const watching = async (options: Options) => {
  const {console, gateway, profile} = await open(options);
  await console.see('old');
  const run = (line: string) =>
    console.press('global.command-line').see('Command').type(line).press('dialog.run').gone('Command');
  const alarm = async (text: string): Promise<Driver> => {
    // Matches only the header, since the message about the end of the previous watch has these words too.
    await run('watch rate=0/min').see(/^ ◆.* watching /);
    await gateway.store.errorLogs.append([logEntry(text, {log_time: now})]);
    await console.see('ALARM').see(text.slice(0, 8));
    await run('watch off').gone('ALARM');
    return console;
  };
  return {console, gateway, profile, run, alarm};
};

describe('the desktop', () => {
  const title = 'edge-console 127.0.0.1';

  const terminals: readonly (readonly [Readonly<Record<string, string>>, readonly string[]])[] = [
    [{TERM_PROGRAM: 'iTerm.app'}, [`${title}: ${REASON}: disk; full`]],
    [{TERM: 'foot'}, [title, `${REASON}: disk, full`]],
    [{TERM: 'xterm-kitty'}, [title, `${REASON}: disk; full`]],
    [
      {TERM: 'tmux-256color', TERM_PROGRAM: 'tmux', TMUX: '/none,1,0', WT_SESSION: 'a'},
      [`${title}: ${REASON}: disk; full`],
    ],
  ];
  it.each(similar(terminals))(
    'an alarm notifies the desktop, unless the terminal %j has the focus',
    async (env, expected) => {
      const {console, alarm} = await watching({env});
      expect(console.modes().focusReports).toBe(true);
      const received = () => desktopOf(console.output()).notifications;
      await alarm('disk; full, client: 10.0.0.1, server: a');
      expect(received()).toEqual([expected]);
      console.type(FOCUS_IN);
      await alarm('looked at');
      console.type(FOCUS_OUT);
      await alarm('disk; full');
      expect(received()).toEqual([expected, expected]);
      await console.press('global.quit').exits(0);
      expect(console.modes()).toEqual(cleanModes);
    },
  );

  it('an unknown terminal gets no desktop notification', async () => {
    const {console, alarm} = await watching({});
    await alarm('disk full');
    expect(desktopOf(console.output())).toEqual({notifications: [], progress: []});
  });

  it('desktop notification, title and progress can be switched off', async () => {
    const notify = {desktop: false, title: false, progress: false};
    const {console, alarm, run} = await watching({env: {TERM: 'xterm-ghostty'}, notify});
    expect(console.modes().focusReports).toBe(false);
    await alarm('disk full');
    await run('keep full').status('exact');
    expect(desktopOf(console.output())).toEqual({notifications: [], progress: []});
    expect(console.title()).toBe('');
  });
});

describe('progress', () => {
  const logs = Array.from({length: 4_000}, (_, at) => logEntry(`entry ${at}`, {log_time: now - at}));
  const openFull = sharedConsole({gateway: () => ({seed: {error_logs: logs}}), env: {TERM: 'xterm-ghostty'}});
  const start = async () => {
    const {gateway, console} = await openFull();
    await console.status('4,000 entries').press('error-logs.follow').status('paused').see('exact');
    const before = console.output().length;
    gateway.setFault({kind: 'delay', operation: 'listErrorLogs', ms: 250});
    return {console, progress: () => desktopOf(console.output().slice(before)).progress};
  };

  it('the terminal shows the progress of an export, and nothing afterwards', async () => {
    const {console, progress} = await start();
    const path = join(temporaryFolder('export'), 'entries');
    await console.press('global.command-line').see('Command').type(`export ndjson ${path}`).press('dialog.run');
    await console.see('Wrote 4,000 entries').see(() => progress().at(-1) === 'none');
    const shown = progress().filter(each => typeof each === 'number');
    expect(shown.length).toBeGreaterThan(2);
    expect(shown).toEqual(shown.toSorted((one, other) => one - other));
  });

  it('the terminal shows the progress of reading a list, and nothing after the end of the list', async () => {
    const {console, progress} = await start();
    await console.press('global.command-line').see('Command').type('keep entry 1').press('dialog.run');
    await console.see(() => progress().some(each => typeof each === 'number')).status(/kept of 4,000 read, exact/);
    await console.see(() => progress().at(-1) === 'none');
  });

  it('the terminal shows no progress after the console ended', async () => {
    const {console, progress} = await start();
    await console.press('error-logs.patterns').see(() => progress().some(each => typeof each === 'number'));
    await console.signal('SIGTERM').exits(143);
    expect(progress().at(-1)).toBe('none');
  });
});

describe('the title of the terminal', () => {
  it('the terminal title names the profile and counts the alarms', async () => {
    const {console, gateway, profile, run} = await watching({});
    await console.see(({title}) => title() === `edge-console ${profile}`);
    await run('watch rate=0/min').see(/^ ◆.* watching rate=0\/min/);
    const append = (text: string) => gateway.store.errorLogs.append([logEntry(text, {log_time: now})]);
    await append('one');
    await console.see(({title}) => title() === `edge-console ${profile} (1 alarm)`);
    await append('two');
    await console.see(({title}) => title() === `edge-console ${profile} (2 alarms)`);
    await run('watch off').see(({title}) => title() === `edge-console ${profile}`);
  });

  it('the terminal title is restored when the console exits, is killed by a signal or is suspended', async () => {
    const shell = await startShell('http://127.0.0.1:1');
    const hasTitle =
      (text: string) =>
      ({title}: Driver): boolean =>
        title() === text;
    const start = () => shell.type('edge-console --url $U\r').see(hasTitle('edge-console 127.0.0.1'));
    await shell.type("printf '\\033]0;mine\\007'\r").see(hasTitle('mine'));
    await start();
    await shell.press('global.suspend').see(STOPPED).see(hasTitle('mine'));
    expect(shell.modes()).toEqual(cleanModes);
    await shell.type('fg\r').see(hasTitle('edge-console 127.0.0.1'));
    expect(shell.modes().focusReports).toBe(true);
    await shell.press('global.quit').see(hasTitle('mine')).see(PROMPT);
    await start();
    await shell.signal('SIGTERM').see(hasTitle('mine'));
  });
});

describe('the command of notify', () => {
  it('the notify command runs for an alarm, with the alarm and without tokens in its environment', async () => {
    const path = join(temporaryFolder('command'), 'env');
    const script = 'env > "$0.part" && mv "$0.part" "$0"';
    const {console, gateway, profile, alarm} = await watching({notify: {command: ['/bin/sh', '-c', script, path]}});
    await alarm('disk full');
    await console.see(() => existsSync(path));
    const lines = readFileSync(path, 'utf8').split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        `EDGE_CONSOLE_ALARM=${REASON}`,
        'EDGE_CONSOLE_LOG=disk full',
        `EDGE_CONSOLE_PROFILE=${profile}`,
        `EDGE_CONSOLE_URL=${gateway.url}`,
      ]),
    );
    expect(lines.join('\n')).not.toContain(API_TOKEN);
  });

  it.each(SIZES)('a failure of the notify command is shown before the alarm in $cols x $rows cells', async size => {
    const {console, gateway, run} = await watching({size, notify: {command: ['/none/at-all']}});
    await run('watch rate=0/min').see(/^ ◆.* watching /);
    await gateway.store.errorLogs.append([logEntry('disk full', {log_time: now})]);
    const shown =
      'error: The command of notify cannot be run: there is no /none/at-all. The alarm: more than 0 entries';
    await flashed(console, shown);
    expect(console.find('error:').cell.fg).not.toBe('default');
    await console.see('ALARM');
  });
});
