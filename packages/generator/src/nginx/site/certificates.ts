import {execFile} from 'node:child_process';
import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';

interface Certificate {
  readonly cert: string;
  readonly key: string;
}

export interface Certificates {
  readonly server: Certificate;
  /** Certificate of a client that the server does not trust. */
  readonly stranger: Certificate;
}

const run = promisify(execFile);

const selfSigned = async (folder: string, name: string): Promise<Certificate> => {
  const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
  const flags = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30'];
  const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  await run('openssl', ['req', '-x509', ...flags, ...names, '-keyout', key, '-out', cert]);
  return {key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8')};
};

export const makeCertificates = async (): Promise<Certificates> => {
  const folder = await mkdtemp(join(tmpdir(), 'edge-certificates-'));
  try {
    return {server: await selfSigned(folder, 'edge.test'), stranger: await selfSigned(folder, 'stranger.test')};
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new Error('the program openssl is not installed');
    throw error;
  } finally {
    await rm(folder, {recursive: true});
  }
};
