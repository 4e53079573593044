export const HOUR = 3600;
export const DAY = 86_400;

/** Part of a range of time, from `from` inclusive to `to` exclusive in Unix seconds, and what tells its count best. */
export interface Piece {
  readonly by: 'row' | 'hour' | 'day';
  readonly from: number;
  readonly to: number;
}

/**
 * Splits the seconds from `start` to `end`, both inclusive and by default endless, newest first: whole days in the
 * middle, whole hours around them, and less than an hour at each end.
 */
export const pieces = (
  start: number = Number.NEGATIVE_INFINITY,
  end: number = Number.POSITIVE_INFINITY,
): readonly Piece[] => {
  const [from, to] = [start, end + 1];
  const hours = whole(from, to, HOUR);
  if (!hours) return existing([{by: 'row', from, to}]);
  const days = whole(...hours, DAY);
  const [first, last] = hours;
  return existing([
    {by: 'row', from: last, to},
    ...(days
      ? ([
          {by: 'hour', from: days[1], to: last},
          {by: 'day', from: days[0], to: days[1]},
          {by: 'hour', from: first, to: days[0]},
        ] as const)
      : [{by: 'hour', from: first, to: last} as const]),
    {by: 'row', from, to: first},
  ]);
};

const whole = (from: number, to: number, size: number): readonly [number, number] | undefined => {
  const [first, last] = [Math.ceil(from / size) * size, Math.floor(to / size) * size];
  return first < last ? [first, last] : undefined;
};

const existing = (all: readonly Piece[]): readonly Piece[] => all.filter(({from, to}) => from < to);
