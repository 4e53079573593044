import type {Explanation} from '@edge-console/patterns/explanations';
import {EXPLANATIONS} from '@edge-console/patterns/explanations';
import type {PatternRow} from '../measures/patterns.ts';

/** URLs by what they are about: the id of a known message, or a template. */
export type Runbooks = Readonly<Record<string, string>>;

/** What is known of a pattern: its explanation, and the runbook of the config. */
export interface Knowledge {
  readonly explanation: Explanation | undefined;
  readonly runbook: string | undefined;
}

type Known = Pick<PatternRow, 'template' | 'pattern'>;

export const knowledgeOf = ({template, pattern: {known}}: Known, runbooks: Runbooks): Knowledge => {
  const name = [known?.id, template].find(key => key !== undefined && Object.hasOwn(runbooks, key));
  return {
    explanation: known && EXPLANATIONS.get(known.id),
    // Encoded: the text of a config can break out of a link.
    runbook: name === undefined ? undefined : new URL(runbooks[name] ?? '').href,
  };
};
