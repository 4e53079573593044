import type {Change, Journal} from '../core/connection/recorded-changes.ts';
import {toFailure} from '../core/failure.ts';
import {appendLine, olderOf} from '../files/append.ts';
import {parseJson, readText} from '../files/atomic-write.ts';
import {checkLayout, LAYOUT} from '../files/layout.ts';
import {type Environment, statePath} from '../files/locked-file.ts';

/** A journal of this size is renamed, and a new one begins. */
const MAX_BYTES = 5_000_000;

export const openJournal = (env: Environment): Journal => {
  const path = statePath(env, 'changes.ndjson');
  let listener: ((problem: string) => void) | undefined;
  let isReported = false;
  return {
    async append(change) {
      try {
        await appendLine(path, JSON.stringify({version: LAYOUT, ...change}), MAX_BYTES);
      } catch (error) {
        if (isReported) return;
        isReported = true;
        listener?.(`The journal of changes is incomplete: ${toFailure(error).message}`);
      }
    },
    async read() {
      const changes = await Promise.all([olderOf(path), path].map(readChanges));
      return changes.flat().reverse();
    },
    onProblem(next) {
      listener = next;
    },
  };
};

/** Checks each line, because several versions of the program may have appended lines. */
const readChanges = async (path: string): Promise<readonly Change[]> => {
  const text = await readText(path);
  return (text ?? '').split('\n').flatMap(line => {
    const json = parseJson(line);
    checkLayout(path, json);
    return isChange(json) ? [json] : [];
  });
};

/** A line may be invalid, for example because the disk was full. */
const isChange = (json: unknown): json is Change => {
  const {time, command, outcome, subject} = Object(json) as Partial<Change>;
  const hasTexts = [time, command, outcome].every(value => typeof value === 'string');
  return hasTexts && typeof subject === 'object' && subject !== null;
};
