import type {Command} from '@commander-js/extra-typings';
import {type Progress, type SayProgress, shareOf} from '../../../core/screen.ts';
import {spanOf} from '../../../explore/measures/spans.ts';
import type {Coverage} from '../../../explore/sample/sample.ts';
import type {TimeRange} from '../../../logs/filter.ts';
import type {Bookmark} from '../../../saved/bookmarks.ts';
import {progressSequence} from '../../../terminal/desktop-sequences.ts';
import {CommandError} from '../../exit.ts';
import {wholeNumber, withFilter} from '../../filter-options.ts';
import type {Host} from '../../host.ts';
import {withList} from '../../lists.ts';

export const checkBegun = (range: TimeRange, now: number): void => {
  const {from, to} = spanOf(range, now);
  if (to < from) throw new CommandError('usage', 'the range has not begun');
};

const DEFAULT_ROWS = 10_000;

export const withSample = <A extends unknown[], O extends Record<string, unknown>>(
  command: Command<A, O>,
  rows: string,
) =>
  withList(withFilter(command), rows)
    .option(
      '--rows <n>',
      `read about n entries, spread over the list; default: all of up to 100,000, else about ${DEFAULT_ROWS}`,
      wholeNumber(1),
    )
    .option('--all', 'read all entries');

interface SampleFlags {
  readonly rows?: number | undefined;
  readonly all?: true | undefined;
}

/** Shows a line that each report overwrites, and a progress bar of the terminal by OSC 9;4. */
export const terminalProgress = async ({err, env, config, onProgress}: Host) => {
  const {notify: {progress = true} = {}} = await config();
  const bar = (done?: Progress): string => (progress ? progressSequence(env, done) : '');
  let isStarted = false;
  const say: SayProgress = (text, done = 'unknown') => {
    onProgress?.(text);
    if (!err.isTerminal) return;
    isStarted = true;
    void err.write(`\r\u001b[K${text}${bar(done)}`);
  };
  return {
    say,
    async done(): Promise<void> {
      if (isStarted) await err.write(`${bar()}\n`);
    },
  };
};

/** The caller must call `done` of the result at the end. */
export const openSample = async (host: Host, {rows, all}: SampleFlags) => {
  const {ALL_ROWS, progressText, WHOLE_ROWS} = await import('../../../explore/sample/sample.ts');
  const {client, profile} = await host.connect();
  const {say, done} = await terminalProgress(host);
  const progress = (read: number, of: number | undefined): void => say(progressText(read, of), shareOf(read, of));
  const size = {rows: all === true ? ALL_ROWS : (rows ?? DEFAULT_ROWS)};
  const whole = all === true || rows !== undefined ? {} : {wholeUpTo: WHOLE_ROWS};
  return {client, profile, done, reading: {...size, ...whole, signal: host.signal, progress}};
};

export const readBookmarksOf = async ({env}: Host, profile: string): Promise<readonly Bookmark[]> => {
  const {openPreferences} = await import('../../../saved/preferences-file.ts');
  const {readBookmarks} = await import('../../../saved/bookmarks.ts');
  return readBookmarks(openPreferences(env)(profile));
};

/** Rejects with the exit `partial` if some entries could not be read. */
export const sayCoverage = async (host: Host, coverage: Coverage): Promise<void> => {
  const {coverageText} = await import('../../../explore/sample/sample.ts');
  if (coverage.kind === 'all' && coverage.complete) {
    const isBare = coverage.kept === undefined || coverage.rows === 0;
    await host.err.write(
      !isBare ? `${coverageText(coverage)}.\n` : coverage.rows > 0 ? 'All entries.\n' : 'No entry matches.\n',
    );
  } else if (coverage.kind === 'sample') await host.err.write(`${coverageText(coverage)} entries.\n`);
  else throw new CommandError('partial', `${coverageText(coverage)}.`);
};

/** Returns ISO 8601. Undefined for NaN, which is an unknown time. */
export const time = (seconds: number): string | undefined =>
  Number.isNaN(seconds) ? undefined : new Date(seconds * 1000).toISOString();
