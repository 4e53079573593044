import {rename, rm, stat, writeFile} from 'node:fs/promises';
import {Refused} from '../core/failure.ts';
import {unwritable} from './part.ts';

/** Writes a text to a new file, which appears when it is complete. Rejects with {@link Refused} if the file exists. */
export const writeNewFile = async (path: string, text: string): Promise<void> => {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  if (isThere) throw new Refused(`${path} exists; choose another file`);
  const part = `${path}.part`;
  try {
    await writeFile(part, text, {flag: 'wx'});
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new Refused(`another export writes ${part}; if none does, delete it`);
    // Where the folder is none, there is nothing to remove.
    await rm(part, {force: true}).catch(() => undefined);
    throw unwritable(path, error);
  }
  await rename(part, path);
};
