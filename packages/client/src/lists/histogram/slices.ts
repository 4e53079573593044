/** A span of time in Unix seconds, inclusive at both ends. */
export interface TimeSlice {
  readonly from: number;
  readonly to: number;
}

/** Round steps in seconds: spans that overlap have the same slices. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 604_800];

/** At most `most` adjacent slices that cover a span. They begin at multiples of their length. */
export const slicesOf = ({from, to}: TimeSlice, most: number): readonly TimeSlice[] => {
  const fits = (step: number) => Math.floor(to / step) - Math.floor(from / step) + 1 <= most;
  let step = STEPS.find(fits) ?? 604_800;
  while (!fits(step)) step *= 2;
  const begin = Math.floor(from / step) * step;
  const number = Math.floor(to / step) - Math.floor(from / step) + 1;
  return Array.from({length: number}, (_, at) => ({from: begin + at * step, to: begin + (at + 1) * step - 1}));
};
