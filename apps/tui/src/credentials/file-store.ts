import {stat} from 'node:fs/promises';
import {UsageError} from '../cli/args.ts';
import {isOpenToOthers} from '../files/atomic-write.ts';
import {type Environment, jsonFile, probeFile, statePath} from '../files/locked-file.ts';
import {type CredentialStore, decodeCredential, encodeCredential, ownerKey} from './store.ts';

/** The credentials file of a user. */
export const credentialsPath = (env: Environment): string => statePath(env, 'credentials.json');

const VERSION = 1;

/** Space of another credential, in bytes. */
const CREDENTIAL_BYTES = 4096;

interface FileStore extends CredentialStore {
  /** Rejects if a credential cannot be saved: with a UsageError, or Unwritable. */
  check(): Promise<void>;
}

/** Credentials in a file that only its owner can read. Rejects with a UsageError if others can read it, or it is damaged. */
export const createFileStore = (path: string): FileStore => {
  const damaged = (): never => {
    throw new UsageError(`${path} is damaged; delete it and log in again.`);
  };
  const file = jsonFile<Record<string, unknown>>(path, {
    decode: json => {
      if (json === undefined) return {};
      const {version, credentials} = Object(json) as Record<string, unknown>;
      if (version !== undefined && version !== VERSION) {
        throw new UsageError(
          `${path} is of another version of edge-console; use that one, or delete the file and log in again.`,
        );
      }
      return typeof credentials === 'object' && credentials !== null ? {...credentials} : damaged();
    },
    damaged,
  });
  const readAll = async (): Promise<Record<string, unknown>> => {
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && isOpenToOthers(found)) {
      throw new UsageError(`${path} can be read by others; chmod 600 it, or delete it and log in again.`);
    }
    return file.read();
  };
  const change = async (edit: (credentials: Record<string, unknown>) => void): Promise<void> => {
    // Refuses a file that others can read before it is locked.
    await readAll();
    await file.change(credentials => {
      edit(credentials);
      return {version: VERSION, credentials};
    });
  };
  return {
    async read(owner, now) {
      const saved = decodeCredential((await readAll())[ownerKey(owner)], now);
      return saved && {...saved, place: path};
    },
    async check() {
      const held = JSON.stringify(await readAll());
      await probeFile(path, held.length + CREDENTIAL_BYTES);
    },
    async save(owner, credential) {
      await change(credentials => {
        credentials[ownerKey(owner)] = encodeCredential(credential);
      });
      return path;
    },
    async remove(owner) {
      if (!(ownerKey(owner) in (await readAll()))) return false;
      await change(credentials => {
        delete credentials[ownerKey(owner)];
      });
      return true;
    },
  };
};
