import {open, rm} from 'node:fs/promises';
import type {CreatedApiToken} from '@edge-console/schema';
import {causeOf} from '../../files/atomic-write.ts';
import {sanitise} from '../../text/sanitise.ts';
import {CommandError} from '../exit.ts';
import type {Host} from '../host.ts';

export interface SecretTarget {
  /** Part of a sentence, either `in FILE` or `on standard output`. */
  readonly place: string;
  write(created: CreatedApiToken): Promise<void>;
  /** Removes the file if it contains no secret. */
  discard(): Promise<void>;
  /** Removes the file, even if it contains a secret. */
  remove(): Promise<void>;
}

/** The text reserves disk space. It contains blanks, so that no program accepts it as a token. */
const PLACEHOLDER = `${'The secret of a token that is being created. '.padEnd(1023, ' ')}\n`;

/**
 * Creates the file, unless `path` is `-`, and reserves disk space for the secret of a token. Must be called before the
 * token is created, because a secret that cannot be written is lost.
 */
export const openSecretTarget = async (path: string, host: Host): Promise<SecretTarget> => {
  if (path === '-') {
    return {
      place: 'on standard output',
      write: created =>
        host.out
          .write(`${created.token.reveal()}\n`)
          .then(() => host.out.flush())
          .catch(lost(created)),
      discard: async () => {},
      remove: async () => {},
    };
  }
  const file = await open(path, 'wx', 0o600).catch(refused(path));
  const remove = async (): Promise<void> => {
    await file.close().catch(() => undefined);
    await rm(path, {force: true});
  };
  try {
    await file.writeFile(PLACEHOLDER);
    await file.sync();
  } catch (error) {
    await remove();
    throw refused(path)(error);
  }
  let isWritten = false;
  return {
    place: `in ${path}`,
    async write(created) {
      try {
        const {bytesWritten} = await file.write(`${created.token.reveal()}\n`, 0);
        await file.truncate(bytesWritten);
        await file.sync();
        await file.close();
        isWritten = true;
      } catch (error) {
        lost(created)(error);
      }
    },
    discard: async () => (isWritten ? undefined : remove()),
    remove,
  };
};

const refused =
  (path: string) =>
  (error: unknown): never => {
    throw new CommandError('usage', `--secret-to: cannot write ${path}: ${causeOf(error)}`);
  };

const lost =
  ({name, id}: CreatedApiToken) =>
  (error: unknown): never => {
    throw new CommandError(
      'partial',
      `${sanitise(name)}, id ${id}, was created, but its secret could not be written and is lost: ${causeOf(error)}; ` +
        `delete the token: edge-console tokens delete ${id}`,
    );
  };
