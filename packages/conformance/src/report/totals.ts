import type {Result, Verdict} from '../run.ts';

export type Totals = Readonly<Record<Verdict, number>>;

export const NONE: Totals = {held: 0, violation: 0, difference: 0, unchecked: 0};

export const plus = (totals: Totals, {verdict}: Result): Totals => ({...totals, [verdict]: totals[verdict] + 1});

export const totalLine = ({held, violation, difference, unchecked}: Totals): string =>
  `${held} held, ${violation} violations, ${difference} differences, ${unchecked} not checked`;
