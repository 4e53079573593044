import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {Config} from '../../src/cli/config/config-schema.ts';
import {application} from '../support/application.ts';
import {temporaryFolder} from '../support/folder.ts';
import {API_TOKEN, withToken} from '../support/gateway.ts';
import {logEntry} from '../support/logs.ts';
import {dialog, dialogText, flashed, lineAt, run, SIZES, type Size} from './support/frame-checks.ts';
import {sharedConsole} from './support/shared-console.ts';

const REQUEST = '000028800bac65d7fed03afd';
const HOSTILE = `$(touch /tmp/x) \`id\` "; rm -rf ~' ${REQUEST}`;

const AGENT = {id: 7, name: 'fra-1', applications: [application(12, 'cache', {ports: ['0.0.0.0:80', '0.0.0.0:81']})]};

type OwnCommand = NonNullable<Config['commands']>[number];

const openShared = sharedConsole({env: {...withToken, NO_COLOR: '1'}});

interface Options {
  readonly size?: Size;
  readonly tab?: 'tokens' | 'applications' | 'error-logs';
  readonly logs?: readonly string[];
  readonly writePolicy?: 'read-only' | 'confirm';
}

/** `out`, a path, is the first argument of the script that the commands run. */
const open = async (
  command: Partial<OwnCommand> & {readonly script: string; readonly args?: readonly string[]},
  {size = {cols: 120, rows: 36}, tab = 'error-logs', logs = [HOSTILE], writePolicy}: Options = {},
) => {
  const now = Math.floor(Date.now() / 1000);
  const entries = logs.map((log, at) => logEntry(log, {log_time: now - 60 - at, level: 4}));
  const folder = temporaryFolder('own');
  const out = join(folder, 'out');
  const {script, args = [], ...given} = command;
  const own: OwnCommand = {
    ...{id: 'mine', title: 'Run mine', key: 'O', scope: 'entry'},
    argv: ['/bin/sh', '-c', script, 'sh', out, ...args],
    ...given,
  };
  const {console, gateway, url, profile} = await openShared(size, {
    seed: {error_logs: entries, agents: [AGENT]},
    profile: {firstTab: tab, ...(writePolicy && {writePolicy})},
    config: {commands: [own]},
  });
  await console.see({tokens: 'for tests', applications: 'cache', 'error-logs': logs[0]?.slice(0, 6) ?? ''}[tab]);
  const written = async (): Promise<string> => {
    await console.see(() => existsSync(out));
    return readFileSync(out, 'utf8');
  };
  return {console, gateway, url, profile, out, written};
};

/** Writes the environment and the other arguments to a file, then renames it. */
const RECORD =
  'out=$1; shift; { for each; do printf "[%s]\\n" "$each"; done; env | grep EDGE; } > $out.part; mv $out.part $out';

// This test is the first, since the console keeps the output of the last program.
it('the console reports a program that runs in the background, and :last-output names it', async () => {
  const {console, out, profile} = await open({script: 'while [ ! -e $1 ]; do sleep 0.05; done; echo end'});
  await console.key('O');
  await flashed(console, 'ok: Running Run mine.');
  await console.press('global.command-line').see('─ Command').type('last-output').press('dialog.run');
  await console.see('still running: Run mine').key('esc').gone('─ Command').key('O');
  await flashed(console, 'ok: Running Run mine 2 times at once.');
  writeFileSync(out, '');
  await flashed(console, 'ok: Run mine: done.');
  await run(console, 'last-output').see(`─ Run mine on ${profile}`);
});

it.each(SIZES)(
  'at $cols×$rows the program of an own command gets hostile text as one argument, and never the API token',
  async size => {
    const {console, url, profile, written} = await open({script: RECORD, args: ['{log}', 'id={request_id}']}, {size});
    // In 40 columns, the footer has room for global commands only.
    if (size.cols > 40) expect(lineAt(console, size.rows - 1)).toMatch(/^ O Run mine /);
    await console.key('O');
    const lines = (await written()).split('\n');
    await flashed(console, 'Run mine: done.');
    expect(lines.slice(0, 2)).toEqual([`[${HOSTILE}]`, `[id=${REQUEST}]`]);
    expect(lines).toEqual(
      expect.arrayContaining([
        ...[`EDGE_CONSOLE_REQUEST_ID=${REQUEST}`, `EDGE_CONSOLE_LOG=${HOSTILE}`, 'EDGE_CONSOLE_LEVEL=4'],
        ...[`EDGE_CONSOLE_PROFILE=${profile}`, `EDGE_CONSOLE_URL=${url}`],
      ]),
    );
    expect(lines.join('\n')).not.toContain(API_TOKEN);
  },
);

it.each(SIZES)(
  'at $cols×$rows a config command that uses a field the entry lacks does not run, and a message says why',
  async size => {
    const {console, out} = await open({script: RECORD, args: ['{request_id}']}, {size, logs: ['no id here']});
    expect(lineAt(console, size.rows - 1)).not.toContain('Run mine');
    await console.key('O');
    await flashed(console, 'note: Run mine: the entry has no request_id');
    await console.press('global.command-line').see('─ Command').type('mine').press('dialog.run').see('! Run mine');
    await console.key('esc').gone('─ Command').press('global.palette').see('─ Find').type('Run mine');
    await console.see('▌ Run mine').key('esc').gone('─ Find').press('global.help').see('Keys: Error logs');
    expect(dialog(console, size).slice(0, 2)).toEqual(['Own commands', expect.stringMatching(/^O +Run mine/)]);
    await console.key('esc').gone('Keys: Error logs');
    expect(existsSync(out)).toBe(false);
  },
);

it.each(SIZES)('at $cols×$rows a failed config command is shown with its first error line, sanitised', async size => {
  const {console} = await open({script: "printf '\\n\\033[2Jno way\\nmore' >&2; exit 3"}, {size});
  await run(console, 'mine');
  await flashed(console, 'error: Run mine: the program failed with exit code 3: ␛[2Jno way');
  await run(console, 'last-output').see('─ Run mine');
  expect(dialog(console, size)).toEqual(['␛[2Jno way', 'more']);
});

it.each(SIZES)(
  'at $cols×$rows the pager shows sanitised output, and closing the pager kills the program',
  async size => {
    const script = 'printf "\\033[31mred\\n"; seq 3; echo $$ > $1; while [ -e $1 ]; do sleep 0.05; done; echo end';
    const {console, out, written} = await open({script, terminal: 'pager'}, {size});
    await console.key('O').see('Running …');
    const pid = Number(await written());
    expect(pid).toBeGreaterThan(1);
    await console
      .key('esc')
      .gone('Running …')
      .see(() => !existsSync(`/proc/${pid}/cwd`));
    writeFileSync(out, '');
    const {console: other, out: its} = await open(
      {script: script.replace('echo $$ > $1;', ''), terminal: 'pager'},
      {size},
    );
    await other.key('O').see('␛[31mred');
    expect(existsSync(its)).toBe(false);
    expect(dialog(other, size)).toEqual(expect.arrayContaining(['␛[31mred', '1', '2', '3']));
    await other.key('esc').gone('─ Run mine');
  },
);

it.each(SIZES)(
  'at $cols×$rows a program gets the terminal, and the console comes back after it crashed',
  async size => {
    const script =
      'stty -echo raw; printf "\\033[?1049h\\033[?1000h in the editor"; dd count=1 bs=1 >$1 2>&-; kill -9 $$';
    const {console, out} = await open({script, terminal: 'suspend'}, {size});
    await console.key('O').see('in the editor').type('q');
    await console.see(() => existsSync(out)).gone('in the editor');
    await flashed(console, 'error: Run mine: the program was ended by SIGKILL.');
    expect(readFileSync(out, 'utf8')).toBe('q');
    expect(console.modes()).toMatchObject({alternateScreen: true, mouse: false, bracketedPaste: true});
    await console.press('global.quit').exits(0);
  },
);

it('the pager shows the first megabyte of a longer output', async () => {
  const {console} = await open({script: 'yes | head -c 3000000', terminal: 'pager'});
  await console.key('O').see('This is the first megabyte of the output.').key('pagedown').see('↑↓');
  await console.type('\u001bOP').see('─ Keys: Run mine').see('Go to the last line').key('esc').gone('─ Keys');
  await console.press('dialog.last').see('(more ↑)').press('dialog.first').see('(more ↓)').key('esc');
  await console.gone('─ Run mine');
});

it.each([
  ['token', 'tokens', '{name}', '[for tests]'],
  ['application', 'applications', '{name} {id} of {agent}: {ports}', '[cache 12 of 7: 0.0.0.0:80, 0.0.0.0:81]'],
  ['agent', 'applications', 'ops@{name}', '[ops@fra-1]'],
  ['entry', 'error-logs', '{client} {path}', '[10.0.0.1 /a]'],
] as const)(
  'a command with the scope %s gets the fields of the selected row',
  async (scope, tab, argument, expected) => {
    const logs = ['failed, client: 10.0.0.1, server: a, request: "GET /a?b HTTP/1.1"'];
    const {console, written} = await open({script: RECORD, args: [argument], scope}, {tab, logs});
    await console.see('O Run mine').key('O');
    expect((await written()).split('\n')[0]).toBe(expected);
  },
);

it('a config command with confirmation shows its arguments before it runs', async () => {
  const size = {cols: 120, rows: 36};
  const {console, out, written} = await open({script: RECORD, args: ['a\u202Eb {log}'], confirm: true}, {size});
  await console.key('O').see('This program is run:');
  expect(dialogText(console, size)).toContain("'a\uFFFDb $(touch /tmp/x)");
  await console.key('enter').gone('╭─').key('O').see('This program is run:');
  expect(existsSync(out)).toBe(false);
  await console.press('dialog.turn', 'dialog.press').gone('╭─');
  expect(await written()).toContain('touch');
});

it.each(SIZES)('at $cols×$rows a read-only profile disables config commands that change the gateway', async size => {
  const own = {script: RECORD, scope: 'token', args: ['{name}'], changes: true} as const;
  const {console, profile, out} = await open(own, {size, tab: 'tokens', writePolicy: 'read-only'});
  await console.key('O');
  await flashed(console, `note: Run mine: ${profile} is read-only`);
  expect(existsSync(out)).toBe(false);
  const {console: other, written} = await open({...own, changes: false}, {tab: 'tokens', writePolicy: 'read-only'});
  await other.key('O');
  expect(await written()).toMatch(/^\[for tests\]$/m);
});

it("the policy confirm asks for the profile's name before a config command that changes the gateway", async () => {
  const {console, profile, written} = await open({script: RECORD, changes: true}, {writePolicy: 'confirm'});
  await console.key('O').see(`Change ${profile}`).type(profile).press('dialog.press').gone('╭─');
  await written();
});

it("a config command gets the row as JSON or the view's report on standard input", async () => {
  const script = 'cat > $1.part; mv $1.part $1';
  const {console, written} = await open({script, stdin: 'row'});
  await console.key('O');
  expect(JSON.parse(await written())).toMatchObject({log: HOSTILE, level: 4, request_id: REQUEST});
  const {
    console: other,
    gateway,
    written: its,
  } = await open({script, stdin: 'report', scope: 'pattern', args: ['{template}']});
  await other.press('error-logs.patterns').see('template').selected('touch');
  gateway.setFault({kind: 'delay', operation: 'listErrorLogs', ms: 250});
  await other.key('O');
  await flashed(other, 'Run mine: reading the entries …');
  expect(await its()).toMatch(/^# Incident report\n[\s\S]*touch/);
});
