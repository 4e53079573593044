import type {Check, Need, Source} from './check.ts';
import {CHECKS} from './checks/index.ts';
import type {Gateway} from './gateway/open.ts';
import {NoAnswer} from './http/no-answer.ts';
import {Broken, Unchecked} from './outcome.ts';

/**
 * `violation`: the gateway does what the contract excludes. `difference`: a field fact does not hold on it, which the
 * contract leaves open. `unchecked`: it could not be told.
 */
export type Verdict = 'held' | 'violation' | 'difference' | 'unchecked';

/** What became of one check. Texts are without secrets and without control characters. */
export interface Result {
  readonly id: string;
  readonly title: string;
  readonly source: Source;
  readonly verdict: Verdict;
  /** Evidence of a violation or difference, or why it could not be told. */
  readonly detail?: string;
  readonly notes: readonly string[];
}

export interface RunOptions {
  readonly checks?: readonly Check[];
  /** Ends the run before the next check. */
  readonly signal?: AbortSignal;
}

/** Runs the checks one by one, in their order. What they made is left for `gateway.cleanUp`. */
export async function* run(gateway: Gateway, {checks = CHECKS, signal}: RunOptions = {}): AsyncGenerator<Result> {
  for (const check of checks) {
    if (signal?.aborted) return;
    yield await resultOf(check, gateway);
  }
}

const resultOf = async (check: Check, {context, missing, redactor}: Gateway): Promise<Result> => {
  const {id, title, source} = check;
  const notes = new Set<string>();
  const known = () => ({id, title, source, notes: [...notes]});
  const lacks = check.needs.find((need: Need) => missing[need] !== undefined);
  if (lacks) return {...known(), verdict: 'unchecked', detail: missing[lacks] ?? lacks};
  try {
    await check.run(context, text => notes.add(redactor.clean(text)));
    return {...known(), verdict: 'held'};
  } catch (error) {
    const detail = redactor.clean(error instanceof Error ? error.message : String(error));
    if (error instanceof Unchecked) return {...known(), verdict: 'unchecked', detail};
    if (!(error instanceof Broken || error instanceof NoAnswer)) throw error;
    return {...known(), verdict: source.startsWith('contract') ? 'violation' : 'difference', detail};
  }
};
