import {open, rm} from 'node:fs/promises';
import type {Secret} from '@edge-console/schema';
import {CommandError} from '../exit.ts';
import type {Host} from '../host.ts';

/** Where a new secret goes. */
export interface SecretTarget {
  write(secret: Secret): Promise<void>;
  /** Removes the file if no secret was written. */
  discard(): Promise<void>;
}

/**
 * Opens the target before the token is created, so that a token without a place for its secret is never created: a new
 * file with mode 0600, or standard output for `-`.
 */
export const openSecretTarget = async (path: string, host: Host): Promise<SecretTarget> => {
  if (path === '-') {
    return {write: secret => host.out.write(`${secret.reveal()}\n`), discard: async () => {}};
  }
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'EEXIST' ? 'it exists' : error.code;
    throw new CommandError('usage', `--secret-to: cannot write ${path}: ${reason}`);
  });
  let isWritten = false;
  return {
    async write(secret) {
      await file.write(`${secret.reveal()}\n`);
      await file.sync();
      await file.close();
      isWritten = true;
    },
    async discard() {
      if (isWritten) return;
      await file.close();
      await rm(path, {force: true});
    },
  };
};
