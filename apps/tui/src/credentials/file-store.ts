import {stat} from 'node:fs/promises';
import {UsageError} from '../cli/args.ts';
import {isOpenToOthers} from '../files/atomic-write.ts';
import {type Environment, jsonFile, probeFile, statePath} from '../files/locked-file.ts';

export const credentialsPath = (env: Environment): string => statePath(env, 'credentials.json');

const CREDENTIAL_BYTES = 4096;

/** The methods reject if other users can read the file, if it is damaged, or if a newer version has written it. */
export const createFileStore = (path: string) => {
  const damaged = (): never => {
    throw new UsageError(`${path} is damaged; delete it and log in again.`);
  };
  const file = jsonFile<Record<string, unknown>>(path, {
    decode: json => {
      if (json === undefined) return {};
      const {credentials} = Object(json) as Record<string, unknown>;
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
  const change = async (edit: (credentials: Record<string, unknown>) => Record<string, unknown>): Promise<void> => {
    await readAll();
    await file.change(credentials => ({credentials: edit(credentials)}));
  };
  return {
    place: path,
    read: async (name: string) => (await readAll())[name],
    async check() {
      const held = JSON.stringify(await readAll());
      await probeFile(path, held.length + CREDENTIAL_BYTES);
    },
    save: (name: string, value: unknown) => change(credentials => ({...credentials, [name]: value})),
    async remove(name: string) {
      if (name in (await readAll())) await change(({[name]: _, ...others}) => others);
    },
  };
};
