import {createContext, useContext, useSyncExternalStore} from 'react';
import {type Glyphs, unicodeGlyphs} from '../theme/glyphs.ts';
import {type Paint, plainPaint} from '../theme/theme.ts';

/** `now` is milliseconds since the epoch. */
export interface Clock {
  now(): number;
  subscribe(changed: () => void): () => void;
}

const TICK_MS = 500;

/** A clock that ticks only while subscribed. */
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

/** Arrival of a response in milliseconds since the epoch, and its duration. */
export interface LastResponse {
  readonly at: number;
  readonly ms: number;
}

/** Context of all views. */
export interface Ui {
  readonly paint: Paint;
  readonly glyphs: Glyphs;
  /** Converts a finished row to the terminal's characters. */
  readonly finish: (row: string) => string;
  readonly clock: Clock;
  /** The last response of the gateway; absent in tests without requests. */
  readonly lastResponse?: (() => LastResponse | undefined) | undefined;
  /** Replaces placeholders of commands in a sentence; see `CommandNames`. */
  readonly say: (text: string) => string;
  /** Pane size in cells. */
  readonly columns: number;
  readonly rows: number;
}

/** A context without colours, to count the lines of a view. */
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

/** Computes a value from the time, and renders again only when it changes. */
export const useTimed = <T extends string | number | boolean>(of: (now: number) => T): T => {
  const {clock} = useUi();
  let known: {readonly tick: number; readonly value: T} | undefined;
  // React calls it several times for each frame.
  const value = (): T => {
    const now = clock.now();
    const tick = Math.floor(now / TICK_MS);
    if (known?.tick !== tick) known = {tick, value: of(now)};
    return known.value;
  };
  return useSyncExternalStore(clock.subscribe, value);
};
