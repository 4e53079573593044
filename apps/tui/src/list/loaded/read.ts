import {QUIET_MS, type StatusPart} from '../../ui/status-line.ts';
import type {LoadedPage} from './spec.ts';

/** Passes on a text a few times a second, the first one after some time: short readings say nothing. */
export const throttled = (say: (text: string) => void) => {
  let last = performance.now();
  return (text: string): void => {
    const now = performance.now();
    if (now - last < QUIET_MS) return;
    last = now;
    say(text);
  };
};

/** All pages; `about` as the last one said it. */
export const readAll = async <T>(pages: AsyncIterable<LoadedPage<T>>) => {
  const rows: T[] = [];
  let unreadable = 0;
  let about: readonly StatusPart[] = [];
  for await (const {items, invalid, about: said = about} of pages) {
    about = said;
    rows.push(...items);
    unreadable += invalid.filter(({row}) => row === undefined).length;
  }
  return {rows, unreadable, about};
};
