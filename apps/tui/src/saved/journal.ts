import type {Change, Journal} from '../core/connection/recorded-changes.ts';
import {toFailure} from '../core/failure.ts';
import {appendLine, olderOf} from '../files/append.ts';
import {parseJson, readText} from '../files/atomic-write.ts';
import {type Environment, statePath} from '../files/locked-file.ts';

/** A journal of this size is renamed, and a new one begins. */
const MAX_BYTES = 5_000_000;

/** Opens the journal, which records the user's changes in all profiles. The first change creates the file. */
export const openJournal = (env: Environment): Journal => {
  const path = statePath(env, 'changes.ndjson');
  let listener: ((problem: string) => void) | undefined;
  let isReported = false;
  return {
    async append(change) {
      try {
        await appendLine(path, JSON.stringify(change), MAX_BYTES);
      } catch (error) {
        if (isReported) return;
        isReported = true;
        listener?.(`The journal of changes is incomplete: ${toFailure(error).message}`);
      }
    },
    async read() {
      const texts = await Promise.all([olderOf(path), path].map(readText));
      return texts
        .flatMap((text = '') => text.split('\n'))
        .flatMap(readChange)
        .reverse();
    },
    onProblem(next) {
      listener = next;
    },
  };
};

/** A line may be invalid, for example because the disk was full. The result is then empty. */
const readChange = (line: string): readonly Change[] => {
  const {time, command, outcome, subject} = Object(parseJson(line)) as Partial<Change>;
  const isChange = [time, command, outcome].every(value => typeof value === 'string') && typeof subject === 'object';
  return isChange && subject !== null ? [JSON.parse(line)] : [];
};
