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
  {template, known}: KnownPattern,
  {runbooks, messages = []}: Pick<RunbookSource, 'runbooks' | 'messages'>,
): Knowledge => {
  const names = Object.keys(runbooks);
  const message = known?.group === 'own' ? messages.find(({id}) => id === known.id) : undefined;
  // A template becomes more general as more entries are read, so it may differ from the key in the config.
  const name =
    [known?.id, template].find(key => key !== undefined && Object.hasOwn(runbooks, key)) ??
    names.find(each => each.includes('<*>') && templateTest(each)(template));
  const runbook = message?.runbook ?? (name === undefined ? undefined : runbooks[name]);
  return {
    explanation: message === undefined ? specific({template, known}) : houseExplanation(message),
    // `href` is percent-encoded, so that no character of the URL can end the Markdown link.
    runbook: runbook === undefined ? undefined : new URL(runbook).href,
    message,
    key: known?.id ?? template,
  };
};

const houseExplanation = ({meaning, checks = []}: HouseMessage): Explanation => ({meaning, causes: [], checks});

const builtIn = ({template, known}: {readonly template: string; readonly known: KnownPattern['known'] | undefined}) =>
  known?.group === 'own' ? undefined : explanationOf({template, ...(known && {known})});

/** Only the site knows the meaning of texts of its own Lua code. */
const specific = (pattern: Parameters<typeof builtIn>[0]): Explanation | undefined => {
  const explanation = builtIn(pattern);
  return explanation?.isOwnText ? undefined : explanation;
};

export const ownTextMeaning = ({template, known}: KnownPattern): string | undefined => {
  const explanation = builtIn({template, known});
  return explanation?.isOwnText ? explanation.meaning : undefined;
};
