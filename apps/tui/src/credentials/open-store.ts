import type {Environment} from '../files/locked-file.ts';
import {createFileStore, credentialsPath} from './file-store.ts';
import {type KeyringStore, openKeyring} from './keyring-store.ts';
import type {CredentialStore} from './store.ts';

export interface UserCredentials extends CredentialStore {
  /** Whether the next credential is saved in the keyring. */
  hasKeyring(): Promise<boolean>;
  /** Rejects if the next credential cannot be saved. */
  check(): Promise<void>;
}

/**
 * Credentials of a user: in the keyring of the operating system where one works, else in a file that only its owner can
 * read. `EDGE_CONSOLE_CREDENTIALS=file` uses the file alone.
 */
export const openCredentialStore = (env: Environment): UserCredentials => {
  const file = createFileStore(credentialsPath(env));
  let opened: Promise<KeyringStore | undefined> | undefined;
  const keyring = () => {
    opened ??= env.EDGE_CONSOLE_CREDENTIALS === 'file' ? Promise.resolve(undefined) : openKeyring(env);
    return opened;
  };
  const hasKeyring = async () => (await (await keyring())?.works()) === true;
  return {
    hasKeyring,
    check: async () => ((await hasKeyring()) ? undefined : file.check()),
    async read(owner, now) {
      // A locked keyring rejects.
      const saved = await (await keyring())?.read(owner, now).catch(() => undefined);
      return saved ?? file.read(owner, now);
    },
    async save(owner, credential) {
      const place = (await hasKeyring()) ? await (await keyring())?.save(owner, credential) : undefined;
      if (place === undefined) return file.save(owner, credential);
      await file.remove(owner);
      return place;
    },
    async remove(owner) {
      const inKeyring = await (await keyring())?.remove(owner).catch(() => false);
      const inFile = await file.remove(owner);
      return inKeyring === true || inFile;
    },
  };
};
