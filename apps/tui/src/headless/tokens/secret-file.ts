import {open, rm} from 'node:fs/promises';
import type {CreatedApiToken} from '@edge-console/schema';
import {sanitise} from '../../text/sanitise.ts';
import {CommandError} from '../exit.ts';
import type {Host} from '../host.ts';

/** Where a new secret goes. */
export interface SecretTarget {
  /** Rejects with a {@link CommandError} that names the token, which exists then, if its secret cannot be written. */
  write(created: CreatedApiToken): Promise<void>;
  /** Removes the file if no secret was written. */
  discard(): Promise<void>;
}

/**
 * Opens the target before the token is created, so that a token without a place for its secret is never created: a new
 * file with mode 0600, or standard output for `-`.
 */
export const openSecretTarget = async (path: string, host: Host): Promise<SecretTarget> => {
  if (path === '-') {
    return {
      write: created =>
        host.out
          .write(`${created.token.reveal()}\n`)
          .then(() => host.out.flush())
          .catch(lost(created)),
      discard: async () => {},
    };
  }
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'EEXIST' ? 'it exists' : error.code;
    throw new CommandError('usage', `--secret-to: cannot write ${path}: ${reason}`);
  });
  let isWritten = false;
  return {
    async write(created) {
      await file
        .write(`${created.token.reveal()}\n`)
        .then(() => file.sync())
        .catch(lost(created));
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

const lost =
  ({name, id}: CreatedApiToken) =>
  (error: unknown): never => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(
      'partial',
      `${sanitise(name)}, id ${id}, was created, but its secret could not be written and is lost: ${reason}; ` +
        `delete the token: edge-console tokens delete ${id}`,
    );
  };
