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

const BLOCK = /(?:`([\w.-]+\.\w+)`:\n\n)?^```(\w*)\n(.*?)^```$(?:\n\n```text\n(.*?)^```$)?/gms;
const INSTALLS = /^(npm |pip |npx -y pnpm@).*\n/gm;
const STARTED = /listening on/;

export const blocksOf = (markdown: string): readonly Block[] =>
  markdown.split(/^#+ (?=.*\n\n)/m).flatMap(part =>
    [...part.matchAll(BLOCK)].map(([, file, language = '', code = '', prints]) => ({
      ...{section: part.split('\n', 1)[0] ?? '', language, code, file, prints},
    })),
  );

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

/**
 * Writes the files of the blocks and runs their commands, in order, in a new folder with the packages of a project.
 * Commands that install are left out, and the default port is replaced by a free one. A command that prints `listening
 * on` runs until the end. Resolves to what the commands printed; rejects if one fails or does not print its text block.
 */
export const runBlocks = async (blocks: readonly Block[], project: string, folder: string): Promise<string> => {
  await mkdir(folder, {recursive: true});
  await symlink(join(project, 'node_modules'), join(folder, 'node_modules'));
  const port = await freePort();
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const env = {...commandEnv, PATH, PYTHONDONTWRITEBYTECODE: '1'};
  const servers: ChildProcess[] = [];
  let printed = '';
  const runShell = async ({code, prints = ''}: Block): Promise<void> => {
    const script = code
      .replaceAll(INSTALLS, '')
      .replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`)
      .replaceAll(/\bedge-server(?= --(?!port))/g, `edge-server --port ${port}`);
    const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {cwd: folder, env, detached: true});
    servers.push(child);
    let output = '';
    child.stdout.on('data', chunk => {
      output += String(chunk);
    });
    child.stderr.on('data', chunk => {
      output += String(chunk);
    });
    const closed = once(child, 'close');
    const expected = prints.trim().replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`);
    if (STARTED.test(prints)) await expect.poll(() => output).toContain(expected);
    else expect([(await closed)[0], code, output]).toEqual([0, code, expect.stringContaining(expected)]);
    printed += output;
  };
  try {
    for (const block of blocks) {
      if (block.file !== undefined) await writeFile(join(folder, block.file), block.code);
      else if (block.language === 'sh') await runShell(block);
    }
    return printed;
  } finally {
    await Promise.all(servers.map(stop));
  }
};
