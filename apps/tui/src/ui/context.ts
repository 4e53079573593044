import {createContext, useContext, useSyncExternalStore} from 'react';
import {type Glyphs, unicodeGlyphs} from '../theme/glyphs.ts';
import {type Paint, plainPaint} from '../theme/theme.ts';

/** A clock that can be watched. `now` is milliseconds since the epoch and moves in whole ticks. */
export interface Clock {
  now(): number;
  subscribe(changed: () => void): () => void;
}

const TICK_MS = 250;

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

/** What every drawn thing may use. */
export interface Ui {
  readonly paint: Paint;
  readonly glyphs: Glyphs;
  /** Makes a row fit for the characters that the terminal has; the last thing done to it. */
  readonly finish: (row: string) => string;
  readonly clock: Clock;
  /** Puts the keys of commands into a sentence of the console; see `CommandNames`. */
  readonly say: (text: string) => string;
  /** Cells of the area being drawn in. */
  readonly columns: number;
  readonly rows: number;
}

export const UiContext = createContext<Ui>({
  paint: plainPaint,
  glyphs: unicodeGlyphs,
  finish: row => row,
  clock: {now: () => 0, subscribe: () => () => undefined},
  say: text => text,
  columns: 80,
  rows: 24,
});

export const useUi = (): Ui => useContext(UiContext);

/** A text made from the time; draws again only when the text changes. */
export const useTimed = <T extends string | number | boolean>(of: (now: number) => T): T => {
  const {clock} = useUi();
  return useSyncExternalStore(clock.subscribe, () => of(clock.now()));
};
