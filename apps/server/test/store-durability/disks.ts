import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {open, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/** A folder of its own, on which writing can be made to fail while a server is at work there. */
export interface Disk {
  readonly folder: string;
  /** From now on nothing can be written, though some room may be left where it is full. */
  fail(): Promise<void>;
  /** Makes it good again. Where that takes another mount, nothing may be open there. */
  mend(): Promise<void>;
  remove(): void;
}

export interface DiskKind {
  readonly name: string;
  /** Whether a server that has it open can write again as soon as it is mended. */
  readonly comesBack: 'at once' | 'when opened again';
  /** Throws where this machine, or this account, cannot have one. */
  make(): Disk;
}

const MIB = 2 ** 20;

const run = (program: string, ...flags: readonly string[]): string =>
  execFileSync(program, flags, {encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']}).trim();

/** Gives what is made in a new folder, of which nothing is left where that fails. */
const inFreshFolder = <T>(make: (folder: string) => T): T => {
  const folder = mkdtempSync(join(tmpdir(), 'edge-http-disk-'));
  try {
    return make(folder);
  } catch (error) {
    rmSync(folder, {recursive: true});
    throw error;
  }
};

/** A small disk in memory, which only root may have. Throws for others. */
export const smallDisk = () =>
  inFreshFolder(folder => {
    run('mount', '-t', 'tmpfs', '-o', `size=${4 * MIB}`, 'tmpfs', folder);
    return {
      folder,
      /** While nothing is open there for writing. */
      remount: (mode: 'ro' | 'rw') => void run('mount', '-o', `remount,${mode}`, folder),
      remove: () => {
        run('umount', folder);
        rmSync(folder, {recursive: true});
      },
    };
  });

/** Whether this account may have one. */
export const mayMount = (): boolean => {
  try {
    smallDisk().remove();
    return true;
  } catch {
    return false;
  }
};

const full: DiskKind = {
  name: 'is full',
  comesBack: 'at once',
  make: () => {
    const {folder, remove} = smallDisk();
    const ballast = join(folder, 'ballast');
    // More than half, so that what is in the log has room in the database, too, when it is gone.
    writeFileSync(ballast, Buffer.alloc(2.5 * MIB));
    // It is filled by what is sent to the server.
    return {folder, fail: async () => undefined, mend: () => rm(ballast), remove};
  },
};

/** Flags of the files, which ext4 looks at before each write, too. The kernel lets nobody remount what is in use. */
const immutable: DiskKind = {
  name: 'refuses to write',
  comesBack: 'at once',
  make: () =>
    inFreshFolder(folder => {
      // Not what is mapped into memory: writing there would be a signal instead of an error.
      const files = () => readdirSync(folder).flatMap(name => (name.endsWith('-shm') ? [] : [join(folder, name)]));
      return {
        folder,
        fail: async () => void run('chattr', '+i', ...files()),
        mend: async () => void run('chattr', '-i', ...files()),
        remove: () => {
          if (files().length > 0) run('chattr', '-i', ...files());
          rmSync(folder, {recursive: true});
        },
      };
    }),
};

/** As it is after an error of the disk, by default of most installers: read-only until it is mounted anew. */
const readOnly: DiskKind = {
  name: 'has become read-only',
  comesBack: 'when opened again',
  make: () =>
    inFreshFolder(around => {
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
        mend: async () => {
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

/** Those that can be had here, tried out, and what to say about the others. */
export const disksHere = async (): Promise<{readonly kinds: readonly DiskKind[]; readonly missing: string[]}> => {
  const kinds: DiskKind[] = [];
  const missing: string[] = [];
  for (const kind of [full, immutable, readOnly]) {
    if (await worksHere(kind)) kinds.push(kind);
    else missing.push(kind.name);
  }
  return {kinds, missing};
};

const worksHere = async (kind: DiskKind): Promise<boolean> => {
  try {
    const disk = kind.make();
    try {
      // That one is filled later.
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
    await disk.mend().catch(() => undefined);
  }
};
