import {readFile} from 'node:fs/promises';
import {checkTls, type Tls} from '../http/tls.ts';
import {UnusableFlag} from './flags.ts';
import {reasonOf} from './terminal.ts';

const read = async (flag: string, path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new UnusableFlag(
      `${flag}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`,
    );
  }
};

/** Reads a seed file as JSON, without validating it. */
export const readSeed = async (path: string): Promise<unknown> => {
  const text = await read('--seed', path);
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the file, which may contain a password.
    throw new UnusableFlag(`--seed: ${path} is not valid JSON`);
  }
};

/** Reads certificate and key, and checks that they belong together. */
export const readTls = async ({cert, key}: {cert: string; key: string}): Promise<Tls> => {
  const tls = {cert: await read('--tls-cert', cert), key: await read('--tls-key', key)};
  try {
    checkTls(tls);
  } catch (error) {
    throw new UnusableFlag(`--tls-cert and --tls-key cannot be used: ${reasonOf(error)}`);
  }
  return tls;
};

/** Reads a secret, trimmed: editors append a line break, and HTTP strips spaces from header values. */
export const readSecret = async (path: string): Promise<string> => (await read('--control-secret-file', path)).trim();
