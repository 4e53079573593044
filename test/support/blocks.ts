import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdir, symlink, writeFile} from 'node:fs/promises';
import {type AddressInfo, createServer} from 'node:net';
import {delimiter, dirname, join} from 'node:path';
import {expect} from 'vitest';
import {commandEnv} from './consumer-project.ts';

/** A code block of a document. */
export interface Block {
  /** Heading of the section with the block, without `#`. */
  readonly section: string;
  /** Empty for a block that only illustrates. */
  readonly language: string;
  readonly code: string;
  /** File name in the line before the block, such as `seed.json`: or undefined. */
  readonly file: string | undefined;
  /** What the block prints: the `text` block that follows it. */
  readonly prints: string | undefined;
}

/** Documents whose files and commands are run with the packed packages. */
export const COMMAND_DOCUMENTS = [
  'apps/server/README.md',
  'apps/server/docs/reference.md',
  'packages/conformance/README.md',
  'packages/generator/README.md',
  'packages/stores/README.md',
  'packages/test-tools/README.md',
];
/** Commands that install; `npm install` of each package is a test of the release. */
export const INSTALLS = /^(npm |pip |npx -y pnpm@).*\n/gm;

const BLOCK = /(?:`([\w.-]+\.\w+)`:\n\n)?^```(\w*)\n(.*?)^```$(?:\n\n```text\n(.*?)^```$)?/gms;
const SERVER = /\bedge-server(?= --(?!port|help|version))/g;
const SERVED = /listening on/;
/** Starting npx takes longer than most programs. That npx finds the programs is a test of the release. */
const NPX = /\bnpx (?=\w)/g;

export const blocksOf = (markdown: string): readonly Block[] =>
  markdown.split(/^#+ (?=.*\n\n)/m).flatMap(part =>
    [...part.matchAll(BLOCK)].map(([, file, language = '', code = '', prints]) => ({
      ...{section: part.split('\n', 1)[0] ?? '', language, code, file, prints},
    })),
  );

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const {port} = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.pid === undefined) return;
  const closed = once(child, 'close');
  process.kill(-child.pid, 'SIGTERM');
  await closed;
};

interface Place {
  /** Folder whose `node_modules` has the packages. */
  readonly project: string;
  /** New folder. */
  readonly folder: string;
  /** Texts of commands, such as addresses of examples, and what replaces them. */
  readonly replaced?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Writes the files of the blocks and runs their commands, in order. Commands that install are left out, programs are
 * started without npx, and the default port is replaced by a free one. A command that prints `listening on` runs until
 * the next such command. Resolves to what the commands printed; rejects if one fails or does not print its text block,
 * in which `…` is any text of a line.
 */
export const runBlocks = async (blocks: readonly Block[], {project, folder, replaced, env}: Place): Promise<string> => {
  await mkdir(folder, {recursive: true});
  await symlink(join(project, 'node_modules'), join(folder, 'node_modules'));
  const port = await freePort();
  const replacements = Object.entries({'127.0.0.1:8080': `127.0.0.1:${port}`, ...replaced});
  const concrete = (text: string): string => replacements.reduce((done, [from, to]) => done.replaceAll(from, to), text);
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const python = {PYTHONDONTWRITEBYTECODE: '1', PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1'};
  const shellEnv = {...commandEnv, PATH, ...python, ...env};
  const running: ChildProcess[] = [];
  const stopAll = (): Promise<unknown> => Promise.all(running.splice(0).map(stop));

  const runShell = async ({code, prints = ''}: Block): Promise<string> => {
    const local = code.replaceAll(INSTALLS, '').replaceAll(NPX, 'node_modules/.bin/');
    const script = concrete(local.replaceAll(SERVER, `edge-server --port ${port}`));
    const isServer = SERVED.test(prints);
    if (isServer) await stopAll();
    const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
      ...{cwd: folder, env: shellEnv, detached: true},
      // If standard input is a socket, as a pipe of Node.js is, bash reads the startup files of the machine.
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.push(child);
    const closed = once(child, 'close');
    const chunks: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => chunks.push(String(chunk)));
    const expected = new RegExp(concrete(prints.trim()).split('…').map(escaped).join('.*'));
    if (isServer) {
      const ended = closed.then(() => Promise.reject(new Error(`${code}ended:\n${chunks.join('')}`)));
      await Promise.race([ended, expect.poll(() => chunks.join('')).toMatch(expected)]);
      ended.catch(() => {});
    } else expect([(await closed)[0], code, chunks.join('')]).toEqual([0, code, expect.stringMatching(expected)]);
    return chunks.join('');
  };

  try {
    let printed = '';
    for (const block of blocks) {
      if (block.file !== undefined) await writeFile(join(folder, block.file), block.code);
      else if (block.language === 'sh') printed += await runShell(block);
    }
    return printed;
  } finally {
    await stopAll();
  }
};
