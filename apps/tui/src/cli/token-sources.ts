import {closeSync, fstatSync, openSync, readFileSync} from 'node:fs';
import {Secret} from '@edge-console/schema/values';
import {variableOf} from '../commands/arguments.ts';
import {causeOf, isOpenToOthers} from '../files/atomic-write.ts';
import {sanitise} from '../text/sanitise.ts';
import {UsageError} from './args.ts';
import type {Profile} from './config/config-schema.ts';
import type {Given} from './variables.ts';

interface FoundToken {
  readonly token: Secret;
  /** Name of an option, an environment variable or a field of a profile, for messages. */
  readonly place: string;
  /** Path of the token file, if other users can read it. */
  readonly openFile?: string;
}

export type Tokens = ReturnType<typeof readTokens>;

export interface TokenSources {
  readonly given: Given;
  readonly name: string | undefined;
  readonly profile: Profile | undefined;
}

/** A token file of the profile takes precedence over variables, since these may be for another gateway. */
export const readTokens = ({given, name, profile}: TokenSources) => {
  const {values, env, source} = given;
  const inProfile = (field: keyof Profile): string => `${field} of profile ${JSON.stringify(name)}`;
  const fileOf = (field: 'apiTokenFile' | 'consoleTokenFile'): FoundToken | undefined => {
    const place = source(field);
    const [inOption, inVariable] =
      place === variableOf(field) ? [undefined, values[field]] : [values[field], undefined];
    return (
      tokenInFile(place, inOption) ??
      tokenInPrivateFile(inProfile(field), profile?.[field]) ??
      tokenInFile(place, inVariable)
    );
  };
  return {
    api:
      fileOf('apiTokenFile') ??
      tokenInVariable('EDGE_CONSOLE_API_TOKEN', env) ??
      printedToken(source('tokenCommand'), values.tokenCommand) ??
      printedToken(inProfile('tokenCommand'), profile?.tokenCommand),
    console: fileOf('consoleTokenFile') ?? tokenInVariable('EDGE_CONSOLE_CONSOLE_TOKEN', env),
  };
};

export const openFileWarnings = ({api, console}: Tokens): readonly string[] =>
  [...new Set([api?.openFile, console?.openFile])].flatMap(path =>
    path === undefined ? [] : [`edge-console: ${sanitise(openFileProblem(path))}\n`],
  );

const openFileProblem = (path: string): string => `the token file ${path} can be read by others; chmod 600 ${path}.`;

const tokenInFile = (place: string, path: string | undefined): FoundToken | undefined => {
  if (path === undefined) return undefined;
  const {bytes, isOpen} = readGiven(path);
  const text = bytes.toString('utf8').trim();
  if (text === '') throw new UsageError(`the token file ${path} is empty.`);
  return {token: tokenOf(text, `file ${path}`), place, ...(isOpen && {openFile: path})};
};

/**
 * Throws if other users can read the file. Files that options or environment variables name are exempt, because secret
 * files in containers are often readable by all users.
 */
const tokenInPrivateFile = (place: string, path: string | undefined): FoundToken | undefined => {
  const found = tokenInFile(place, path);
  if (found?.openFile !== undefined) throw new UsageError(openFileProblem(found.openFile));
  return found;
};

const tokenInVariable = (place: string, env: Given['env']): FoundToken | undefined => {
  const text = env[place]?.trim() ?? '';
  return text === '' ? undefined : {token: tokenOf(text, 'in the environment'), place};
};

const tokenOf = (text: string, where: string): Secret => {
  if (/[^\x21-\x7e]/.test(text))
    throw new UsageError(`the token ${where} holds more than one token or invalid characters.`);
  return new Secret(text);
};

/** The command may ask for a passphrase. */
const COMMAND_MS = 60_000;

const printedToken = (place: string, command: string | undefined): FoundToken | undefined => {
  if (command === undefined) return undefined;
  const {execFileSync} = process.getBuiltinModule('node:child_process');
  const refuse = (problem: string): never => {
    throw new UsageError(`${place} ${problem}.`);
  };
  let text: string;
  try {
    text = execFileSync('/bin/sh', ['-c', command], {
      stdio: ['inherit', 'pipe', 'inherit'],
      timeout: COMMAND_MS,
      encoding: 'utf8',
    }).trim();
  } catch (error) {
    // The error's message is not shown, since it contains the command, which may contain a secret.
    const {status, signal} = error as {status?: number | null; signal?: string | null};
    return refuse(
      status === null || status === undefined ? `was ended (${signal ?? 'not started'})` : `failed with ${status}`,
    );
  }
  return /^[\x21-\x7e]+$/.test(text) ? {token: new Secret(text), place} : refuse('did not print one token');
};

/** `isOpen` says whether other users can read the file. It is false for a pipe or a terminal. */
export const readGiven = (path: string): {readonly bytes: Buffer; readonly isOpen: boolean} => {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const stats = fstatSync(file);
    return {bytes: readFileSync(file), isOpen: stats.isFile() && isOpenToOthers(stats)};
  } catch (error) {
    // A path that looks like a token is not repeated in the message, since a token must not reach a log.
    if (/^[0-9a-f-]{32,}$/i.test(path)) throw new UsageError('expected the name of a file; this looks like a token.');
    throw new UsageError(`cannot read ${path}: ${readProblem(error)}.`);
  } finally {
    if (file !== undefined) closeSync(file);
  }
};

export const readProblem = (error: unknown): string => {
  const {code} = error as NodeJS.ErrnoException;
  return code === 'ENOENT' ? 'there is no such file' : causeOf(error);
};
