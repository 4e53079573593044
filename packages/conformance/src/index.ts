export type {Outcome} from './outcome.ts';
