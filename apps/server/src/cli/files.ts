import {readFile} from 'node:fs/promises';
import {checkTls, type Tls} from '../http/tls.ts';
import {Unusable} from './flags.ts';
import {reasonOf} from './terminal.ts';

const read = async (flag: string, path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new Unusable(`${flag}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`);
  }
};

/** The JSON of a seed file, not yet checked. */
export const readSeed = async (path: string): Promise<unknown> => {
  const text = await read('--seed', path);
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the file, and with it perhaps a password.
    throw new Unusable(`--seed: ${path} is not valid JSON`);
  }
};

/** Certificate and key, checked to be usable together. */
export const readTls = async ({cert, key}: {cert: string; key: string}): Promise<Tls> => {
  const tls = {cert: await read('--tls-cert', cert), key: await read('--tls-key', key)};
  try {
    checkTls(tls);
  } catch (error) {
    throw new Unusable(`--tls-cert and --tls-key cannot be used: ${reasonOf(error)}`);
  }
  return tls;
};

/** The secret in a file, without the line break that editors leave at its end, or spaces, which no header keeps. */
export const readSecret = async (path: string): Promise<string> => (await read('--control-secret-file', path)).trim();
