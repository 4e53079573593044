import {Broken, type Check, type Citation, NoResponse, Unchecked} from './check.ts';
import {CHECKS} from './checks/index.ts';
import type {Gateway} from './gateway/open-gateway.ts';

/** `violation` contradicts docs/contract.md. `difference` differs from docs/field-facts.md, which is permitted. */
export type Verdict = 'held' | 'violation' | 'difference' | 'unchecked';

/** Texts contain no secrets and no control characters. */
export interface Result {
  readonly id: string;
  readonly title: string;
  readonly citation: Citation;
  readonly verdict: Verdict;
  /** Evidence of a violation or difference, or why the check was not made. */
  readonly detail?: string;
  readonly notes: readonly string[];
}

export interface RunOptions {
  readonly checks?: readonly Check[];
  /** If it is aborted, the run ends before the next check. */
  readonly signal?: AbortSignal;
}

/** Runs the checks in order. The caller must then call `gateway.cleanUp`, which deletes what they created. */
export async function* run(gateway: Gateway, {checks = CHECKS, signal}: RunOptions = {}): AsyncGenerator<Result> {
  for (const check of checks) {
    if (signal?.aborted) return;
    yield await resultOf(check, gateway);
  }
}

const resultOf = async (check: Check, {context, missing, redactor}: Gateway): Promise<Result> => {
  const {id, title, citation} = check;
  const notes = new Set<string>();
  const base = () => ({id, title, citation, notes: [...notes]});
  const reason = check.needs.map(need => missing[need]).find(text => text !== undefined);
  if (reason !== undefined) return {...base(), verdict: 'unchecked', detail: reason};
  try {
    await check.run(context, text => notes.add(redactor.clean(text)));
    return {...base(), verdict: 'held'};
  } catch (error) {
    const detail = redactor.clean(error instanceof Error ? error.message : String(error));
    if (error instanceof Unchecked) return {...base(), verdict: 'unchecked', detail};
    if (!(error instanceof Broken || error instanceof NoResponse)) throw error;
    const verdict = citation.startsWith('docs/contract.md#') ? 'violation' : 'difference';
    return {...base(), verdict, detail};
  }
};
