import type {Pattern} from '@edge-console/patterns';
import {type Explanation, explanationOf} from '@edge-console/patterns/explanations';
import {templateTest} from '../template.ts';

/** URLs by the id of a known message, or by a template. */
export type Runbooks = Readonly<Record<string, string>>;

/** The runbooks of the config, and its path if it is a file. */
export interface RunbookSource {
  readonly runbooks: Runbooks;
  readonly configPath?: string | undefined;
}

/** The explanation of a pattern, and its runbook. */
export interface Knowledge {
  readonly explanation: Explanation | undefined;
  readonly runbook: string | undefined;
  /** The key of its runbook in the config. */
  readonly key: string;
}

export type KnownPattern = Pick<Pattern, 'template' | 'known'>;

export const knowledgeOf = ({template, known}: KnownPattern, runbooks: Runbooks): Knowledge => {
  const names = Object.keys(runbooks);
  // A template becomes more general when more entries are read; the runbook stays that of the former template.
  const name =
    [known?.id, template].find(key => key !== undefined && Object.hasOwn(runbooks, key)) ??
    names.find(each => each.includes('<*>') && templateTest(each)(template));
  return {
    explanation: explanationOf({template, ...(known && {known})}),
    // A URL is encoded, since the text of the config could end the Markdown link.
    runbook: name === undefined ? undefined : new URL(runbooks[name] ?? '').href,
    key: known?.id ?? template,
  };
};
