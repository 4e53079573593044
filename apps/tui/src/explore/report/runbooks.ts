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
  /** Key for a runbook of this pattern in the config. */
  readonly key: string;
}

export type KnownPattern = Pick<Pattern, 'template' | 'known'>;

export const knowledgeOf = ({template, known}: KnownPattern, runbooks: Runbooks): Knowledge => {
  const names = Object.keys(runbooks);
  // The key may be more general than `template`, which becomes more general only as further entries are read.
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
