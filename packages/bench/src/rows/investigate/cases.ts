import {createIncident, createQuietDay, INCIDENT_KINDS} from '@edge-console/generator';

/** SIZES: numbers of entries in eight days. SHARES: shares of the incident in the entries of the last day. */
const SIZES = [10_000, 30_000, 100_000, 300_000, 1_000_000];
const SHARES = [0.002, 0.01, 0.05, 0.2, 0.6];
// The console was developed with seeds below 100,000, and must be measured with others.
const FIRST_SEED = {incident: 100_000, quiet: 200_000};

export const plans = (quick: boolean) => {
  const sizes = quick ? SIZES.slice(0, 3) : SIZES;
  const sizeOf = (at: number): number => sizes[at % sizes.length] ?? 0;
  const incidents = Array.from({length: quick ? 24 : 200}, (_, at) => {
    const kind = INCIDENT_KINDS[at % INCIDENT_KINDS.length] ?? 'silence';
    const round = Math.floor(at / INCIDENT_KINDS.length);
    const share = SHARES[(round + Math.floor(round / SIZES.length) + at) % SHARES.length] ?? 0;
    const options = {kind, seed: FIRST_SEED.incident + at, size: sizeOf(round), share};
    const name = `${kind}, ${options.size.toLocaleString('en')} entries, ${share * 100} %, seed ${options.seed}`;
    return {name, create: (end: Date) => createIncident({...options, end})};
  });
  const quietDays = Array.from({length: quick ? 12 : 200}, (_, at) => {
    const options = {seed: FIRST_SEED.quiet + at, size: sizeOf(at)};
    const name = `quiet day, ${options.size.toLocaleString('en')} entries, seed ${options.seed}`;
    return {name, create: (end: Date) => createQuietDay({...options, end})};
  });
  return {incidents, quietDays};
};
