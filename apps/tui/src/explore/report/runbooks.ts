import type {Pattern} from '@edge-console/patterns';
import type {Explanation} from '@edge-console/patterns/explanations';
import {explanationOf} from '@edge-console/patterns/explanations';
import {templateTest} from '../template.ts';

/** URLs by what they are about: the id of a known message, or a template. */
export type Runbooks = Readonly<Record<string, string>>;

/** The runbooks of the config, and its path if it is a file. */
export interface RunbookSource {
  readonly runbooks: Runbooks;
  readonly configPath?: string | undefined;
}

/** What is known of a pattern: its explanation, and the runbook of the config. */
export interface Knowledge {
  readonly explanation: Explanation | undefined;
  readonly runbook: string | undefined;
  /** What names its runbook in the config. */
  readonly key: string;
}

/** A pattern as far as runbooks and explanations need it. */
export interface KnownPattern {
  readonly template: string;
  readonly pattern: Pick<Pattern, 'known'>;
}

export const knowledgeOf = ({template, pattern: {known}}: KnownPattern, runbooks: Runbooks): Knowledge => {
  const names = Object.keys(runbooks);
  // A template that is more general, such as of more entries, has the same runbook.
  const name =
    [known?.id, template].find(key => key !== undefined && Object.hasOwn(runbooks, key)) ??
    names.find(each => each.includes('<*>') && templateTest(each)(template));
  return {
    explanation: explanationOf({template, ...(known && {known})}),
    // Encoded: the text of a config can break out of a link.
    runbook: name === undefined ? undefined : new URL(runbooks[name] ?? '').href,
    key: known?.id ?? template,
  };
};
