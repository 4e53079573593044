import type {Pattern} from '@edge-console/patterns';
import {type Explanation, explanationOf} from '@edge-console/patterns/explanations';
import type {HouseMessage} from '../../core/house-message.ts';
import {templateTest} from '../../logs/template.ts';

/** URLs of runbooks, by the id of a known message or the template of a message pattern. */
export type Runbooks = Readonly<Record<string, string>>;

export interface RunbookSource {
  readonly runbooks: Runbooks;
  readonly messages?: readonly HouseMessage[] | undefined;
  readonly configPath?: string | undefined;
}

export interface Knowledge {
  readonly explanation: Explanation | undefined;
  readonly runbook: string | undefined;
  readonly message: HouseMessage | undefined;
  /** The key for the pattern in the config's `runbooks`. */
  readonly key: string;
}

export type KnownPattern = Pick<Pattern, 'template' | 'known'> & Partial<Pick<Pattern, 'values'>>;

export const knowledgeOf = (
  pattern: KnownPattern,
  {runbooks, messages = []}: Pick<RunbookSource, 'runbooks' | 'messages'>,
): Knowledge => {
  const {template, known} = pattern;
  const message = known?.group === 'own' ? messages.find(({id}) => id === known.id) : undefined;
  // When more entries are read, `<*>` replaces more words of a template. A key in the config may come from such a read,
  // so if no key equals the template, use a key with `<*>` that matches it.
  const name =
    [known?.id, template].find(key => key !== undefined && Object.hasOwn(runbooks, key)) ??
    Object.keys(runbooks).find(each => each.includes('<*>') && templateTest(each)(template));
  const runbook = message?.runbook ?? (name === undefined ? undefined : runbooks[name]);
  const explanation: Explanation | undefined =
    message === undefined ? builtIn(pattern) : {meaning: message.meaning, causes: [], checks: message.checks ?? []};
  return {
    // With `isOwnText`, the explanation only says that the operator's own Lua code wrote the message, so the meaning is
    // unknown.
    explanation: explanation?.isOwnText ? undefined : explanation,
    // `href` is percent-encoded, so that no character of the URL can end the Markdown link.
    runbook: runbook === undefined ? undefined : new URL(runbook).href,
    message,
    key: known?.id ?? template,
  };
};

const builtIn = (pattern: KnownPattern): Explanation | undefined =>
  pattern.known?.group === 'own' ? undefined : explanationOf(pattern);

export const ownTextMeaning = (pattern: KnownPattern): string | undefined => {
  const explanation = builtIn(pattern);
  return explanation?.isOwnText ? explanation.meaning : undefined;
};
