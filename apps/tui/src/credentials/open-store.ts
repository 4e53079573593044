import type {Environment} from '../files/locked-file.ts';
import {createFileStore, credentialsPath} from './file-store.ts';
import {type KeyringStore, openKeyring} from './keyring-store.ts';
import {type CredentialOwner, decodeCredential, encodeCredential, ownerName, type SavedCredential} from './store.ts';

export type CredentialStore = ReturnType<typeof openCredentialStore>;

/**
 * Credentials of a user, one per profile and URL: in the keyring of the operating system where one works, else in a file
 * that only its owner can read. `EDGE_CONSOLE_CREDENTIALS=file` uses the file alone.
 */
export const openCredentialStore = (env: Environment) => {
  const file = createFileStore(credentialsPath(env));
  let opened: Promise<KeyringStore | undefined> | undefined;
  const openedKeyring = () => {
    opened ??= env.EDGE_CONSOLE_CREDENTIALS === 'file' ? Promise.resolve(undefined) : openKeyring(env);
    return opened;
  };
  const workingKeyring = async () => {
    const keyring = await openedKeyring();
    return (await keyring?.works()) === true ? keyring : undefined;
  };
  return {
    /** Whether the next credential is saved in the keyring. */
    hasKeyring: async () => (await workingKeyring()) !== undefined,
    /** Rejects if the next credential cannot be saved. */
    check: async () => ((await workingKeyring()) === undefined ? file.check() : undefined),
    /** The credential and where it is saved. Undefined if there is none, or it has expired. */
    async read(owner: CredentialOwner, now: number) {
      const name = ownerName(owner);
      const keyring = await openedKeyring();
      // A locked keyring rejects.
      const inKeyring = decodeCredential(await keyring?.read(name).catch(() => undefined), now);
      const saved = inKeyring ?? decodeCredential(await file.read(name), now);
      return saved && {...saved, place: inKeyring === undefined ? file.place : keyring?.place};
    },
    /** Resolves with the place. */
    async save(owner: CredentialOwner, credential: SavedCredential): Promise<string> {
      const keyring = await workingKeyring();
      const {save, place} = keyring ?? file;
      await save(ownerName(owner), encodeCredential(credential));
      if (keyring !== undefined) await file.remove(ownerName(owner));
      return place;
    },
    async remove(owner: CredentialOwner): Promise<void> {
      const keyring = await openedKeyring();
      await keyring?.remove(ownerName(owner)).catch(() => undefined);
      await file.remove(ownerName(owner));
    },
  };
};
