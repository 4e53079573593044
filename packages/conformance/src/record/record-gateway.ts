import {randomBytes} from 'node:crypto';
import {mkdir, mkdtemp, readFile, rename, rm, stat, writeFile} from 'node:fs/promises';
import {basename, dirname, join, resolve} from 'node:path';
import {Unchecked, UsageError} from '../check.ts';
import {CHECKS} from '../checks/index.ts';
import {openGateway, type Target} from '../gateway/open-gateway.ts';
import {dataOf, isObject} from '../http/response.ts';
import {addResult, NO_CHECKS, type Totals} from '../report.ts';
import {type Result, run} from '../run-checks.ts';
import {createAnonymiser, type Replaced} from './anonymise/anonymiser.ts';
import {createKeyed} from './anonymise/keyed.ts';
import {findFaults, findTolerance} from './habits/faults.ts';
import {orderOf} from './habits/page-habits.ts';
import {createObservation, type Exchange, type Limits, type Observation} from './observe.ts';
import {findShapes} from './operation-shapes.ts';
import {collectResponses} from './recorded-responses.ts';
import {type Sample, takeSample} from './sample.ts';
import {seedOf} from './twin-seed.ts';

export interface Recording {
  readonly requests: number;
  readonly totals: Totals;
  readonly replaced: Replaced;
  readonly problems: readonly string[];
}

export const readKey = async (path: string | undefined): Promise<Uint8Array> => {
  if (path === undefined) return randomBytes(32);
  const key = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--key-file: ${path} cannot be read (${error.code ?? 'unknown error'})`);
  });
  if (key.length < 16) throw new UsageError('--key-file: a key has 16 bytes or more');
  return key;
};

export const assertNew = async (out: string): Promise<void> => {
  const found = await stat(out).catch(() => undefined);
  if (found) throw new UsageError(`--out: ${out} exists; give a new folder`);
};

/** Changes nothing on the gateway. If `limits.signal` is aborted, writes nothing and resolves to undefined. */
export const record = async (
  target: Target,
  {out, key, limits}: {out: string; key: Uint8Array; limits: Limits},
): Promise<Recording | undefined> => {
  const observation = createObservation(target, limits);
  const {exchanges} = observation;
  const partial = await createPartial(out);
  try {
    const observed = await observe({...target, write: false, observer: observation}, observation, limits.signal);
    if (!observed || limits.signal.aborted) return undefined;
    const {results, sample, problems} = observed;
    const {files, replaced} = describe(exchanges, {results, sample, key});
    await writeFiles(partial, files);
    await assertNew(out);
    await rename(partial, out);
    return {requests: observation.sent(), totals: results.reduce(addResult, NO_CHECKS), replaced, problems};
  } finally {
    await rm(partial, {recursive: true, force: true});
  }
};

const observe = async (target: Target, {finish}: Observation, signal: AbortSignal) => {
  const gateway = await openGateway(target).catch(error => {
    if (error instanceof Unchecked && signal.aborted) return undefined;
    throw error instanceof Unchecked ? new UsageError(error.message) : error;
  });
  if (!gateway) return undefined;
  const results: Result[] = [];
  try {
    // The rows for `seed.json` are requested before the checks, because the checks may reach `--max-requests`.
    const sample = await takeSample(gateway.context);
    for await (const result of run(gateway, {checks: CHECKS, signal})) results.push(result);
    finish();
    return {results, sample, problems: (await gateway.cleanUp()).map(gateway.redactor.clean)};
  } catch (error) {
    finish();
    await gateway.cleanUp();
    throw error;
  } finally {
    gateway.close();
  }
};

interface Observed {
  readonly results: readonly Result[];
  readonly sample: Sample;
  readonly key: Uint8Array;
}

const describe = (exchanges: readonly Exchange[], {results, sample, key}: Observed) => {
  const keyed = createKeyed(key);
  const anonymiser = createAnonymiser(keyed);
  const login = exchanges.map(({operation, response}) => operation === 'login' && dataOf(response)).find(isObject);
  const seededBy = (entriesBy: 'id' | 'list') => seedOf(sample, {anonymiser, keyed, exchanges, login, entriesBy});
  const ordered = seededBy('id');
  const seeded = orderOf(ordered.rows.entries) ? ordered : seededBy('list');
  const {responses, accepted} = collectResponses(exchanges, anonymiser);
  const failures = responses.filter(({body}) => body.startsWith('{'));
  const session = String(login?.['edge-token'] ?? '');
  const habits = {
    version: 2,
    clockOffsetMs: medianOffset(exchanges),
    errors: failures.length > 0 && failures.every(({http}) => http === 200) ? 'envelope' : 'http',
    ...(session !== '' && {session: {length: session.length, hex: /^[0-9a-f]+$/i.test(session)}}),
    facts: factsOf(results),
    faults: findFaults(exchanges, seeded.rows),
    ...findTolerance(exchanges, accepted),
    shapes: findShapes(exchanges, seeded, anonymiser),
    responses,
  };
  const verdicts = Object.fromEntries(results.map(({id, verdict}) => [id, verdict]));
  const replaced = anonymiser.report();
  return {
    replaced,
    files: {'seed.json': seeded.seed, 'habits.json': habits, 'verdicts.json': verdicts, 'replaced.json': replaced},
  };
};

// Limit in ms for the difference between the gateway's clock and the local clock. If the gateway sends milliseconds
// instead of seconds, the calculated difference is larger.
const MAX_OFFSET = 3e12;

/** Prefers times in response bodies, because a proxy may have sent the Date header. */
const medianOffset = (exchanges: readonly Exchange[]): number => {
  const of = (source: 'body' | 'date') =>
    exchanges
      .map(({clock}) => clock[source])
      .filter(offset => Math.abs(offset) < MAX_OFFSET)
      .sort((a, b) => a - b);
  const offsets = of('body').length > 0 ? of('body') : of('date');
  return Math.round(offsets[Math.floor(offsets.length / 2)] ?? 0);
};

const factsOf = (results: readonly Result[]): Readonly<Record<string, string>> => {
  const facts = Map.groupBy(
    results.filter(({citation, verdict}) => citation.startsWith('docs/field-facts.md#') && verdict !== 'unchecked'),
    ({citation}) => citation,
  );
  return Object.fromEntries(
    [...facts].map(([fact, all]) => [fact, all.every(({verdict}) => verdict === 'held') ? 'held' : 'difference']),
  );
};

const createPartial = async (out: string): Promise<string> => {
  const path = resolve(out);
  try {
    await mkdir(dirname(path), {recursive: true});
    return await mkdtemp(join(dirname(path), `.${basename(path)}-`));
  } catch (error) {
    throw new UsageError(
      `--out: ${out} cannot be created (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`,
    );
  }
};

const writeFiles = async (folder: string, files: Readonly<Record<string, unknown>>): Promise<void> => {
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, name), `${JSON.stringify(content, null, 1)}\n`, {mode: 0o600});
  }
};
