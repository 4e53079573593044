import {createContext, useContext, useSyncExternalStore} from 'react';
import {type Glyphs, unicodeGlyphs} from '../theme/glyphs.ts';
import {type Paint, plainPaint, type Tag} from '../theme/theme.ts';

export interface Clock {
  now(): number;
  subscribe(changed: () => void): () => void;
}

const TICK_MS = 500;

/** The timer runs only while there are subscribers. */
export const createClock = (now: () => number): Clock => {
  const watchers = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  return {
    now,
    subscribe: changed => {
      watchers.add(changed);
      timer ??= setInterval(() => {
        for (const watcher of watchers) watcher();
      }, TICK_MS).unref();
      return () => {
        watchers.delete(changed);
        if (watchers.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
};

/** `at` is the time of arrival in milliseconds since the epoch. `ms` is how long the response took. */
export interface LastResponse {
  readonly at: number;
  readonly ms: number;
}

export interface Ui {
  readonly paint: Paint;
  readonly glyphs: Glyphs;
  /** Replaces the non-ASCII characters of a row if the terminal shows only ASCII. */
  readonly finish: (row: string) => string;
  readonly clock: Clock;
  readonly lastResponse?: (() => LastResponse | undefined) | undefined;
  /** Absent if the terminal is not known to support hyperlinks. */
  readonly link?: ((url: string, text: string) => string) | undefined;
  /** Replaces placeholders such as `{tokens.create}` by the command's key. */
  readonly say: (text: string) => string;
  readonly tag?: Tag | undefined;
  readonly columns: number;
  readonly rows: number;
}

/** For code that draws nothing but must know the layout, for example how many lines of a text can be scrolled. */
export const plainUi: Ui = {
  paint: plainPaint,
  glyphs: unicodeGlyphs,
  finish: row => row,
  clock: {now: () => 0, subscribe: () => () => undefined},
  say: text => text,
  columns: 80,
  rows: 24,
};

export const UiContext = createContext(plainUi);

export const useUi = (): Ui => useContext(UiContext);

/** The component renders again only when the result of `of` changes. */
export const useTimed = <T extends string | number | boolean>(of: (now: number) => T): T => {
  const {clock} = useUi();
  let known: {readonly tick: number; readonly value: T} | undefined;
  // React calls this function several times per rendering, so the result is cached until the clock's next tick.
  const value = (): T => {
    const now = clock.now();
    const tick = Math.floor(now / TICK_MS);
    if (known?.tick !== tick) known = {tick, value: of(now)};
    return known.value;
  };
  return useSyncExternalStore(clock.subscribe, value);
};
