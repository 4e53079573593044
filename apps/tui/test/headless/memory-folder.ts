import {execFileSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {onTestFinished} from 'vitest';
import {temporaryFolder} from '../support/folder.ts';

/** Mounts a folder in memory until the test ends. Undefined if it cannot be mounted. */
export const mountMemory = (options: string): string | undefined => {
  const folder = temporaryFolder('memory');
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], {stdio: 'ignore'});
  } catch {
    return undefined;
  }
  onTestFinished(() => void execFileSync('/bin/umount', ['-l', folder]));
  return folder;
};

/** Afterwards, only empty files can be created in the folder. */
export const fill = (folder: string): void => {
  try {
    writeFileSync(join(folder, 'rest'), Buffer.alloc(1_048_576));
  } catch {
    // Expected: the write fails once the folder is full.
  }
};
