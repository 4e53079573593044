import {createIncident, createQuietDay, INCIDENT_KINDS, type IncidentLabel, namesCause} from '@edge-console/generator';
import {median, percentile} from '../../measure/compare.ts';
import type {Programs} from '../../programs.ts';
import {type Line, type Measure, verdict} from '../../row.ts';
import {assertCommand, type Finding, type Investigated, investigate} from './run-investigate.ts';

const BUDGET = {first: 0.9, firstThree: 0.98, falseAWeek: 1, seconds: 5, requests: 200};
const WITH_DELAY = 'reference server in memory, 40 ms a request';

/** SIZES: numbers of entries in eight days. SHARES: shares of the incident in the entries of the last day. */
const SIZES = [10_000, 30_000, 100_000, 300_000, 1_000_000];
const SHARES = [0.002, 0.01, 0.05, 0.2, 0.6];
// The console was developed with seeds below 100,000, and must be measured with others.
const FIRST_SEED = {incident: 100_000, quiet: 200_000};

/** Days end at many times of a week, since traffic differs by hour and at a weekend. */
const endOf = (at: number): Date => new Date(Date.now() - at * 5 * 3_600_000);

const plans = (quick: boolean) => {
  const sizes = quick ? SIZES.slice(0, 3) : SIZES;
  const sizeOf = (at: number): number => sizes[at % sizes.length] ?? 0;
  const incidents = Array.from({length: quick ? 24 : 200}, (_, at) => {
    const kind = INCIDENT_KINDS[at % INCIDENT_KINDS.length] ?? 'silence';
    const round = Math.floor(at / INCIDENT_KINDS.length);
    const share = SHARES[(round + Math.floor(round / SIZES.length) + at) % SHARES.length] ?? 0;
    const options = {kind, seed: FIRST_SEED.incident + at, size: sizeOf(round), share};
    const name = `${kind}, ${options.size.toLocaleString('en')} entries, ${share * 100} %, seed ${options.seed}`;
    return {name, create: () => createIncident({...options, end: endOf(at)})};
  });
  const quietDays = Array.from({length: quick ? 12 : 200}, (_, at) => {
    const options = {seed: FIRST_SEED.quiet + at, size: sizeOf(at)};
    const name = `quiet day, ${options.size.toLocaleString('en')} entries, seed ${options.seed}`;
    return {name, create: () => createQuietDay({...options, end: endOf(at)})};
  });
  return {incidents, quietDays};
};

export const investigateRow: Measure = async ({programs, quick}) => {
  await assertCommand(programs);
  const {incidents, quietDays} = plans(quick);
  const runs: Investigated[] = [];
  const places: (number | undefined)[] = [];
  for (const {name, create} of incidents) {
    const incident = create();
    const run = await attempt(programs, incident);
    const place = placeOf(run.findings, incident.label);
    runs.push(run);
    places.push(place);
    if (place !== 0) report(name, run.findings, incident.label);
  }
  let falseFindings = 0;
  for (const {name, create} of quietDays) {
    const run = await attempt(programs, create());
    runs.push(run);
    falseFindings += run.findings.length;
    if (run.findings.length > 0) report(name, run.findings);
  }
  const share = (isRight: (place: number) => boolean): number =>
    places.filter(place => place !== undefined && isRight(place)).length / incidents.length;
  const [first, firstThree] = [share(place => place === 0), share(() => true)];
  const against = `${incidents.length} incidents of 12 kinds by seed`;
  return [
    rateLine('the cause is named first', first, {budget: BUDGET.first, against}),
    rateLine('the cause is named by one of the first three findings', firstThree, {budget: BUDGET.firstThree, against}),
    quietLine(falseFindings, quietDays.length),
    ...costLines(runs),
  ];
};

/** If `investigate` rejects, returns the elapsed time without findings. */
const attempt = async (programs: Programs, day: Parameters<typeof investigate>[1]): Promise<Investigated> => {
  const began = performance.now();
  try {
    return await investigate(programs, day);
  } catch (error) {
    process.stderr.write(`  failed: ${String(error)}\n`);
    return {findings: [], seconds: (performance.now() - began) / 1000, requests: 0};
  }
};

const placeOf = (findings: readonly Finding[], {causes}: IncidentLabel): 0 | 1 | undefined => {
  const [first] = findings[0]?.causes ?? [];
  if (first && namesCause(first, causes)) return 0;
  const values = findings.slice(0, 3).flatMap(finding => finding.causes.slice(0, 3));
  return values.some(value => namesCause(value, causes)) ? 1 : undefined;
};

const report = (name: string, findings: readonly Finding[], label?: IncidentLabel): void => {
  const found = findings
    .slice(0, 3)
    .map(({title, causes: [cause]}) => `${title} (${cause?.dimension} ${JSON.stringify(cause?.value)})`)
    .join('; ');
  const [cause] = label?.causes ?? [];
  const wanted = cause ? `, not ${cause.dimension} ${JSON.stringify(cause.value)}` : '';
  process.stderr.write(`  ${name}: ${found || 'nothing'}${wanted}\n`);
};

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const rateLine = (what: string, rate: number, {budget, against}: {budget: number; against: string}): Line => ({
  what: `\`logs investigate\` of a day: ${what}`,
  budget: `≥ ${percent(budget)}`,
  measured: percent(rate),
  against,
  verdict: verdict(rate >= budget),
});

const quietLine = (found: number, days: number): Line => {
  const aWeek = (found / days) * 7;
  return {
    what: '`logs investigate` of a day: findings on quiet days',
    budget: `≤ ${BUDGET.falseAWeek} a week`,
    measured: `${found}, ${aWeek.toFixed(2)} a week`,
    against: `${days} quiet days by seed`,
    verdict: verdict(aWeek <= BUDGET.falseAWeek),
  };
};

const costLines = (runs: readonly Investigated[]): Line[] => {
  const seconds = runs.map(run => run.seconds);
  const requests = runs.map(run => run.requests);
  const slow = percentile(seconds, 0.95);
  return [
    {
      what: '`logs investigate` of a day: duration, 95th percentile',
      budget: `≤ ${BUDGET.seconds} s`,
      measured: `${slow.toFixed(1)} s, median ${median(seconds).toFixed(1)} s`,
      against: WITH_DELAY,
      runs: String(runs.length),
      verdict: verdict(slow <= BUDGET.seconds),
    },
    {
      what: '`logs investigate` of a day: requests, at most',
      budget: `≤ ${BUDGET.requests}`,
      measured: `${Math.max(...requests)}, median ${median(requests)}`,
      against: WITH_DELAY,
      runs: String(runs.length),
      verdict: verdict(Math.max(...requests) <= BUDGET.requests),
    },
  ];
};
