import {randomUUID} from 'node:crypto';
import {parseJson} from '../files/atomic-write.ts';
import type {Environment} from '../files/locked-file.ts';

const SERVICE = 'edge-console';
/** Without a desktop, the request to unlock a locked keyring never ends. */
const DEADLINE_MS = 3000;
/** Without this option, the library falls back to the keyring of the Linux kernel, which is lost at a reboot. */
const OPTIONS = {linux: {store: 'secret-service'}} as const;

export type KeyringStore = NonNullable<Awaited<ReturnType<typeof openKeyring>>>;

/** Resolves to undefined if there is no keyring. The methods reject if it is locked. */
export const openKeyring = async (env: Environment) => {
  if (process.platform === 'linux' && !env.DBUS_SESSION_BUS_ADDRESS) return undefined;
  // The import fails on platforms for which the library has no binary.
  const keyring = await import('@napi-rs/keyring').catch(() => undefined);
  if (keyring === undefined) return undefined;
  /** The constructor throws if there is no Secret Service. In an async function, the error becomes a rejection. */
  const entry = async (name: string) => new keyring.AsyncEntry(SERVICE, name, OPTIONS);
  return {
    place: 'the keyring',
    /** Whether a value can be written and read. If the keyring is locked, its prompt must be answered within `ms`. */
    async works(ms = DEADLINE_MS) {
      const value = randomUUID();
      try {
        const probe = await entry(`probe ${value}`);
        await withDeadline(probe.setPassword(value), ms);
        const saved = await withDeadline(probe.getPassword());
        return (await withDeadline(probe.deleteCredential())) && saved === value;
      } catch {
        return false;
      }
    },
    async read(name: string): Promise<unknown> {
      const text = await withDeadline((await entry(name)).getPassword());
      return text === null ? undefined : parseJson(text);
    },
    save: async (name: string, value: unknown) => withDeadline((await entry(name)).setPassword(JSON.stringify(value))),
    remove: async (name: string) => withDeadline((await entry(name)).deleteCredential()),
  };
};

const withDeadline = async <T>(work: Promise<T>, ms = DEADLINE_MS): Promise<T> => {
  const {promise: late, reject} = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('the keyring does not respond')), ms);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};
