import type {Gateway} from '../core/screen.ts';
import type {Environment} from '../files/locked-file.ts';
import {decodeCredential, encodeCredential, ownerName, type SavedCredential} from './credential-store.ts';
import {createFileStore, credentialsPath} from './file-store.ts';
import {type KeyringStore, openKeyring} from './keyring-store.ts';

export type CredentialStore = ReturnType<typeof openCredentialStore>;

/** Uses the keyring if it works, or else a private file. With `EDGE_CONSOLE_CREDENTIALS=file`, uses only the file. */
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
    hasKeyring: async () => (await workingKeyring()) !== undefined,
    check: async () => ((await workingKeyring()) === undefined ? file.check() : undefined),
    async read(owner: Gateway, now: number) {
      const name = ownerName(owner);
      const keyring = await openedKeyring();
      // If the keyring is locked, its `read` rejects and the file is read instead.
      const inKeyring = decodeCredential(await keyring?.read(name).catch(() => undefined), now);
      const saved = inKeyring ?? decodeCredential(await file.read(name), now);
      return saved && {...saved, place: inKeyring === undefined ? file.place : keyring?.place};
    },
    async save(owner: Gateway, credential: SavedCredential): Promise<string> {
      const keyring = await workingKeyring();
      const {save, place} = keyring ?? file;
      await save(ownerName(owner), encodeCredential(credential));
      if (keyring !== undefined) await file.remove(ownerName(owner));
      return place;
    },
    async remove(owner: Gateway): Promise<void> {
      const keyring = await openedKeyring();
      await keyring?.remove(ownerName(owner)).catch(() => undefined);
      await file.remove(ownerName(owner));
    },
  };
};
