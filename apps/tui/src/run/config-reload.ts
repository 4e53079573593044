import {watchFile} from 'node:fs';
import {basename, dirname, sep} from 'node:path';
import {isDeepStrictEqual} from 'node:util';
import type {Config} from '../cli/config/config-schema.ts';
import {profileNamed} from '../cli/profiles.ts';
import type {Tone} from '../core/screen.ts';
import {type ConfigFile, versionOf} from './open-config.ts';

interface ReloadOptions {
  use(config: Config): void;
  /** If connected, a new `defaultProfile` is used only from the next start, otherwise at once. */
  isConnected(): boolean;
  /** Whether another program uses the terminal, so that a reload must wait. */
  isLent(): boolean;
  flash(tone: Tone, text: string, hint?: string): void;
  /**
   * Returns a warning about keyboard keys that the current config takes from other commands. Empty if there is none.
   */
  warning(): string;
}

const POLL_MS = 500;
/** The reload waits this long after a change, because editors may write a file in several steps. */
const SETTLE_MS = 150;

/**
 * Config fields whose changes an open view shows only after the operator refreshes it. The refresh is not automatic,
 * because it may take many requests.
 */
const IN_VIEWS: ReadonlySet<string> = new Set(['messages', 'deploys']);
const REFRESH = '{patterns.refresh} reads a view again.';
export const PALETTE = '{global.palette} finds commands without a key.';
const OF_KEYS: ReadonlySet<string> = new Set(['keys', 'commands']);
/** Fields of a profile that apply at once to open connections. Other fields apply only to new connections. */
const OF_CONNECTION: ReadonlySet<string> = new Set(['writePolicy', 'label', 'colour', 'theme']);

export const watchConfig = ({path, version, current, read}: ConfigFile, options: ReloadOptions): void => {
  const {use, isConnected, isLent, flash} = options;
  const folder = `${dirname(path)}${sep}`;
  const name = basename(path);
  let timer: NodeJS.Timeout | undefined;
  let isFailing = false;

  const reload = async (): Promise<void> => {
    let next: Config;
    try {
      next = await read();
    } catch (error) {
      isFailing = true;
      const problem = error instanceof Error ? error.message.replace(folder, '') : String(error);
      return flash('error', `${problem} The last valid config stays in effect.`);
    }
    const fields = changedFields(current(), next);
    if (fields.length > 0) {
      const isKept = isConnected() && current().defaultProfile !== next.defaultProfile;
      const later = `${isKept ? ' defaultProfile: from the next start.' : ''}${laterText(current(), next)}`;
      use(next);
      const isRead = fields.some(field => IN_VIEWS.has(field));
      const warning = fields.some(field => OF_KEYS.has(field)) ? options.warning() : '';
      const text = `Reloaded ${name}: ${fields.join(', ')}.${later}`;
      if (warning === '') flash('ok', text, isRead ? REFRESH : undefined);
      else flash('warn', `${warning} ${text}`, PALETTE);
    } else if (isFailing) flash('ok', `${name} is valid again.`);
    isFailing = false;
  };

  const settle = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => (isLent() ? settle() : void reload()), SETTLE_MS);
  };
  watchFile(path, {interval: POLL_MS, persistent: false}, settle);
  // `watchFile` misses changes before its first asynchronous read.
  const check = (): void => {
    if (versionOf(path) !== version) settle();
  };
  check();
  setTimeout(check, POLL_MS).unref();
};

/** Fields of the config that have no effect on the console. */
const OF_FILE: ReadonlySet<string> = new Set(['$schema', 'version']);

const changedFields = (before: object, after: object): readonly string[] => {
  const [old, next] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...old.keys(), ...next.keys()])].filter(
    field => !OF_FILE.has(field) && !isDeepStrictEqual(old.get(field), next.get(field)),
  );
};

/** Names the profiles with changes that apply only to their next connection. */
const laterText = (before: Config, after: Config): string => {
  const reopened = Object.entries(after.profiles ?? {}).filter(([name, profile]) => {
    const known = profileNamed(before, name);
    return known !== undefined && changedFields(known, profile).some(field => !OF_CONNECTION.has(field));
  });
  const names = reopened.map(([name]) => name).join(', ');
  return names === '' ? '' : ` ${names}: from the next connection.`;
};
