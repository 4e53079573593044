import {type Effect, effect, type Progress, throttled} from '../../core/screen.ts';
import {QUIET_MS} from '../../ui/freshness.ts';
import type {StatusPart} from '../../ui/status-line.ts';
import type {LoadedAction, LoadedPage, LoadRows} from './spec.ts';

/** Reports the progress of loads that take longer than `QUIET_MS`. */
export const loadEffect = <T>(load: LoadRows<T>): Effect<LoadedAction<T>> =>
  effect<LoadedAction<T>>(
    'load',
    async (context, signal, report) => {
      const began = performance.now();
      const say = (text: string, done: Progress): void => report({kind: 'rows-reading', text, done});
      const sayRead = throttled(QUIET_MS, say);
      const progress = (text: string, done?: Progress): void => {
        if (done !== undefined) sayRead(text, done);
        else if (performance.now() - began >= QUIET_MS) say(text, 'unknown');
      };
      const read = await readAll(load(context, signal, progress), own => report({kind: 'rows-own', own}));
      return {kind: 'rows-loaded', ...read, at: context.now(), ms: performance.now() - began};
    },
    failure => ({kind: 'rows-failed', failure}),
  );

const readAll = async <T>(pages: AsyncIterable<LoadedPage<T>>, failed: (own: object) => void) => {
  const rows: T[] = [];
  let unreadable = 0;
  let about: readonly StatusPart[] = [];
  let own: object | undefined;
  try {
    for await (const page of pages) {
      const {items, invalid} = page;
      about = page.about ?? about;
      own = page.own ?? own;
      rows.push(...items);
      unreadable += invalid.filter(({row}) => row === undefined).length;
    }
  } catch (error) {
    if (own !== undefined) failed(own);
    throw error;
  }
  return {rows, unreadable, about, own};
};
