import {afterEach, describe, expect, it} from 'vitest';
import {openPty, type Pty, type PtyOptions} from './harness.ts';
import {sessionPids} from './process-session.ts';

const open: Pty[] = [];
const openForTest = async (options: PtyOptions): Promise<Pty> => {
  const pty = await openPty({cols: 60, rows: 10, ...options});
  open.push(pty);
  return pty;
};
const node = (source: string) => openForTest({command: process.execPath, args: ['-e', source]});
const shell = (source: string) => openForTest({command: 'sh', args: ['-c', source]});
const bash = () =>
  openForTest({
    command: 'bash',
    args: ['--norc', '--noprofile', '-i'],
    env: {PATH: process.env.PATH ?? '', PS1: 'ready> '},
  });

afterEach(async () => {
  for (const pty of open.splice(0)) await pty.close();
});

describe('openPty', () => {
  it('openPty gives the screen, output and exit code of a program', async () => {
    const pty = await shell('printf "one\\ntwo"; exit 3');
    expect(await pty.exit).toEqual({code: 3, signal: 0});
    expect(pty.screen().slice(0, 2)).toEqual(['one', 'two']);
    expect(pty.output()).toBe('one\r\ntwo');
    expect(pty.bytes()).toBe(8);
  });

  it('a cell of the screen has the characters, width, colours and attributes that the program wrote', async () => {
    const pty = await shell(
      `printf '\\033[1;31mr\\033[0m\\033[7mi\\033[0m\\033[38;2;1;2;3;48;5;200mt\\033[0m日👩‍👩‍👧‍👦❤️🇫🇷1️⃣e\u0301|'`,
    );
    await pty.exit;
    expect(pty.cell(0, 0)).toMatchObject({chars: 'r', bold: true, fg: 1, bg: 'default'});
    expect(pty.cell(1, 0)).toMatchObject({chars: 'i', inverse: true, bold: false});
    expect(pty.cell(2, 0)).toMatchObject({chars: 't', fg: '#010203', bg: 200});
    expect(pty.frame()[0]?.flatMap(cell => (cell.chars === '' ? [] : [[cell.chars, cell.width]]))).toEqual([
      ['r', 1],
      ['i', 1],
      ['t', 1],
      ['日', 2],
      ['👩‍👩‍👧‍👦', 2],
      ['❤️', 2],
      ['🇫🇷', 2],
      ['1️⃣', 2],
      ['e\u0301', 1],
      ['|', 1],
    ]);
    expect(() => pty.cell(60, 0)).toThrow(RangeError);
  });

  it('press sends keys by name, and type sends literal text', async () => {
    const pty = await node(
      `process.stdin.setRawMode(true); console.log('go'); process.stdin.on('data', d => console.log(JSON.stringify(String(d))))`,
    );
    await pty.waitFor('go');
    pty.press('up');
    await pty.waitFor('"\\u001b[A"');
    pty.press('ctrl-z');
    await pty.waitFor('"\\u001a"');
    pty.type('né');
    await pty.waitFor('"né"');
  });

  it('waitFor rejects with the screen in the message at the deadline, or when the program ends', async () => {
    const living = await shell('echo here; read line');
    await living.waitFor('here');
    await expect(living.waitFor('never', {deadline: 50})).rejects.toThrow(/50 ms passed.*never[\s\S]*│here/);
    const dying = await shell('echo bye');
    await expect(dying.waitFor(/never/)).rejects.toThrow(/The program ended \(code 0, signal 0\)[\s\S]*│bye/);
  });

  it('openPty gives the modes, title and primary screen of the terminal', async () => {
    const pty = await node(
      `process.stdout.write('before\\n\\x1b[?1049h\\x1b[?25l\\x1b[?2004h\\x1b[H\\x1b]0;name\\x07full'); process.stdin.once('data', () => { process.stdout.write('\\x1b[?2004l\\x1b[?25h\\x1b[?1049l'); process.exit() })`,
    );
    await pty.waitFor('full');
    expect(pty.modes()).toMatchObject({alternateScreen: true, cursorHidden: true, bracketedPaste: true});
    expect(pty.title()).toBe('name');
    expect(pty.scrollback()).toEqual(['before']);
    pty.press('enter');
    await pty.exit;
    expect(pty.modes()).toMatchObject({alternateScreen: false, cursorHidden: false, bracketedPaste: false});
    expect(pty.row(0)).toBe('before');
  });

  it('an unfinished synchronised update is shown only after the program ended', async () => {
    const pty = await shell(`printf 'one\\033[?2026h two'; read line`);
    await pty.waitFor(() => pty.output().endsWith('two') && pty.row(0) !== '');
    expect(pty.row(0)).toBe('one');
    pty.press('enter');
    await pty.exit;
    expect(pty.row(0)).toBe('one two');
    expect(pty.modes().synchronised).toBe(true);
  });

  it('a program that asks the terminal for the cursor position gets a reply', async () => {
    const pty = await node(
      `process.stdin.setRawMode(true); process.stdin.once('data', d => { console.log(JSON.stringify(String(d))); process.exit() }); process.stdout.write('abc\\x1b[6n')`,
    );
    await pty.waitFor('"\\u001b[1;4R"');
  });

  it('resize changes the terminal size that the program sees', async () => {
    const pty = await shell('trap "stty size" WINCH; echo go; while :; do sleep 0.05; done');
    await pty.waitFor('go');
    pty.resize(40, 12);
    await pty.waitFor('12 40');
    expect(pty.screen()).toHaveLength(12);
  });

  it('signal sends a signal to the program', async () => {
    const pty = await shell('echo go; exec sleep 60');
    await pty.waitFor('go');
    pty.signal('SIGTERM');
    expect(await pty.exit).toEqual({code: 0, signal: 15});
  });

  it('a job of a shell on the terminal can be suspended and resumed', async () => {
    const pty = await bash();
    await pty.waitFor('ready>');
    pty.type('stty -g; sh -c "echo go; exec cat"\r');
    await pty.waitFor(/^go$/m);
    pty.press('ctrl-z');
    await pty.waitFor('Stopped');
    pty.type('fg\r');
    await pty.waitFor(/exec cat"\n+$/);
    pty.type('echoed\r');
    await pty.waitFor(/echoed\n+echoed/);
    pty.press('ctrl-d');
    await pty.waitFor(/ready>\n*$/);
    pty.type('stty -g; echo settled\r');
    await pty.waitFor(/^settled$/m);
    const [before, after] = pty.output().match(/[0-9a-f]+(?::[0-9a-f]+){5,}/g) ?? [];
    expect(before).toBeTruthy();
    expect(after).toBe(before);
  });

  it('close ends all processes of the terminal, including jobs of a shell', async () => {
    const pty = await bash();
    await pty.waitFor('ready>');
    pty.type('(trap "" HUP; sleep 60) & sleep 60\r');
    await pty.waitFor(() => sessionPids(pty.pid).length >= 3);
    await pty.close();
    expect(sessionPids(pty.pid)).toEqual([]);
  });
});
