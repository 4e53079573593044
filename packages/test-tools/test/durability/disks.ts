import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {open, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/** A folder where writes can be made to fail while a server uses it. */
export interface Disk {
  readonly folder: string;
  /** Makes writes fail. A full disk may have a little space left. */
  fail(): Promise<void>;
  /** Makes writes succeed again. If `recovery` is `reopen`, all files of the disk must be closed first. */
  repair(): Promise<void>;
  remove(): void;
}

export interface DiskKind {
  readonly name: string;
  /** `immediate`: a running server can write after the repair; `reopen`: it must open the database again. */
  readonly recovery: 'immediate' | 'reopen';
  /** Throws if this machine or account does not support this kind of disk. */
  create(): Disk;
}

const MIB = 2 ** 20;

const run = (program: string, ...flags: readonly string[]): string =>
  execFileSync(program, flags, {encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']}).trim();

/** Runs `create` with a new folder. Removes the folder if `create` throws. */
const inNewFolder = <T>(create: (folder: string) => T): T => {
  const folder = mkdtempSync(join(tmpdir(), 'edge-http-disk-'));
  try {
    return create(folder);
  } catch (error) {
    rmSync(folder, {recursive: true});
    throw error;
  }
};

/** Mounts a tmpfs of 4 MiB. Throws if the account is not root. */
export const smallDisk = () =>
  inNewFolder(folder => {
    run('mount', '-t', 'tmpfs', '-o', `size=${4 * MIB}`, 'tmpfs', folder);
    return {
      folder,
      /** Requires that no file is open for writing. */
      remount: (mode: 'ro' | 'rw') => void run('mount', '-o', `remount,${mode}`, folder),
      remove: () => {
        run('umount', folder);
        rmSync(folder, {recursive: true});
      },
    };
  });

export const canMount = (): boolean => {
  try {
    smallDisk().remove();
    return true;
  } catch {
    return false;
  }
};

const full: DiskKind = {
  name: 'is full',
  recovery: 'immediate',
  create: () => {
    const {folder, remove} = smallDisk();
    const ballast = join(folder, 'ballast');
    // More than half of the disk, so that after its removal the WAL's data fit into the database file.
    writeFileSync(ballast, Buffer.alloc(2.5 * MIB));
    // `fail` does nothing: the test fills the disk by writing through the server.
    return {folder, fail: async () => undefined, repair: () => rm(ballast), remove};
  },
};

/**
 * Makes files immutable, which ext4 checks at each write. Remounting read-only would fail, because the disk is in use.
 */
const immutable: DiskKind = {
  name: 'refuses to write',
  recovery: 'immediate',
  create: () =>
    inNewFolder(folder => {
      // Excludes the file that SQLite maps into memory, where a failed write is a signal instead of an error.
      const files = () => readdirSync(folder).flatMap(name => (name.endsWith('-shm') ? [] : [join(folder, name)]));
      return {
        folder,
        fail: async () => void run('chattr', '+i', ...files()),
        repair: async () => void run('chattr', '-i', ...files()),
        remove: () => {
          if (files().length > 0) run('chattr', '-i', ...files());
          rmSync(folder, {recursive: true});
        },
      };
    }),
};

/** After a disk error, ext4 makes the disk read-only until it is mounted again (default option `errors=remount-ro`). */
const readOnly: DiskKind = {
  name: 'has become read-only',
  recovery: 'reopen',
  create: () =>
    inNewFolder(around => {
      const [image, folder] = [join(around, 'image'), join(around, 'disk')];
      mkdirSync(folder);
      writeFileSync(image, '');
      run('truncate', '-s', String(4 * MIB), image);
      run('mkfs.ext4', '-q', '-F', image);
      const mount = () => run('mount', '-t', 'ext4', '-o', 'loop,errors=remount-ro', image, folder);
      mount();
      return {
        folder,
        fail: async () => {
          const device = run('losetup', '--associated', image, '--noheadings', '--output', 'NAME').replace('/dev/', '');
          await writeFile(`/sys/fs/ext4/${device}/trigger_fs_error`, '1');
        },
        repair: async () => {
          run('umount', folder);
          mount();
        },
        remove: () => {
          run('umount', folder);
          rmSync(around, {recursive: true});
        },
      };
    }),
};

/** Resolves to the kinds of disks that work on this machine, and the names of the kinds that do not. */
export const supportedDisks = async (): Promise<{readonly kinds: readonly DiskKind[]; readonly missing: string[]}> => {
  const kinds: DiskKind[] = [];
  const missing: string[] = [];
  for (const kind of [full, immutable, readOnly]) {
    if (await isSupported(kind)) kinds.push(kind);
    else missing.push(kind.name);
  }
  return {kinds, missing};
};

const isSupported = async (kind: DiskKind): Promise<boolean> => {
  try {
    const disk = kind.create();
    try {
      // Does not try a `full` disk, since writes fail only after the test has filled it.
      return kind === full || (await failsToWrite(disk));
    } finally {
      disk.remove();
    }
  } catch {
    return false;
  }
};

const failsToWrite = async (disk: Disk): Promise<boolean> => {
  const file = await open(join(disk.folder, 'probe'), 'w');
  try {
    await disk.fail();
    return await file.write('x').then(
      () => false,
      () => true,
    );
  } finally {
    await file.close();
    await disk.repair().catch(() => undefined);
  }
};
