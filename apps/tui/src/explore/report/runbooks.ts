import type {Pattern} from '@edge-console/patterns';
import {type Explanation, explanationOf} from '@edge-console/patterns/explanations';
import {templateTest} from '../template.ts';

/** URLs of runbooks. The key is the id of a known message or the template of a pattern. */
export type Runbooks = Readonly<Record<string, string>>;

/** The runbooks from the config, and the path of the config file, if the config is a file. */
export interface RunbookSource {
  readonly runbooks: Runbooks;
  readonly configPath?: string | undefined;
}

export interface Knowledge {
  readonly explanation: Explanation | undefined;
  readonly runbook: string | undefined;
  /** The key under which the config can name a runbook for the pattern. */
  readonly key: string;
}

export type KnownPattern = Pick<Pattern, 'template' | 'known'>;

export const knowledgeOf = ({template, known}: KnownPattern, runbooks: Runbooks): Knowledge => {
  const names = Object.keys(runbooks);
  // A template becomes more general as entries are read, so a runbook applies to every template that its key matches.
  const name =
    [known?.id, template].find(key => key !== undefined && Object.hasOwn(runbooks, key)) ??
    names.find(each => each.includes('<*>') && templateTest(each)(template));
  return {
    explanation: explanationOf({template, ...(known && {known})}),
    // `href` is percent-encoded, so that no character of the URL can end the Markdown link.
    runbook: name === undefined ? undefined : new URL(runbooks[name] ?? '').href,
    key: known?.id ?? template,
  };
};
