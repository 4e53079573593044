import type {Pattern} from '@edge-console/patterns';
import {type Explanation, explanationOf} from '@edge-console/patterns/explanations';
import type {HouseMessage} from '../../core/house-message.ts';
import {templateTest} from '../template.ts';

/** URLs of runbooks. The key is the id of a known message or the template of a pattern. */
export type Runbooks = Readonly<Record<string, string>>;

/** The config's descriptions of patterns. `path` of the config file is undefined if the config is not a file. */
export interface RunbookSource {
  readonly runbooks: Runbooks;
  readonly messages?: readonly HouseMessage[] | undefined;
  readonly configPath?: string | undefined;
}

export interface Knowledge {
  readonly explanation: Explanation | undefined;
  readonly runbook: string | undefined;
  /** The config's message that matches the pattern. */
  readonly message: HouseMessage | undefined;
  /** Key for a runbook of this pattern in the config. */
  readonly key: string;
}

export type KnownPattern = Pick<Pattern, 'template' | 'known'> & Partial<Pick<Pattern, 'values'>>;

export const knowledgeOf = (
  {template, known}: KnownPattern,
  {runbooks, messages = []}: Pick<RunbookSource, 'runbooks' | 'messages'>,
): Knowledge => {
  const names = Object.keys(runbooks);
  const message = known?.group === 'own' ? messages.find(({id}) => id === known.id) : undefined;
  // This key may be more general than `template`: `template` generalises only as more entries are read.
  const name =
    [known?.id, template].find(key => key !== undefined && Object.hasOwn(runbooks, key)) ??
    names.find(each => each.includes('<*>') && templateTest(each)(template));
  const runbook = message?.runbook ?? (name === undefined ? undefined : runbooks[name]);
  return {
    explanation: message === undefined ? builtIn({template, known}) : houseExplanation(message),
    // `href` is percent-encoded, so that no character of the URL can end the Markdown link.
    runbook: runbook === undefined ? undefined : new URL(runbook).href,
    message,
    key: known?.id ?? template,
  };
};

const houseExplanation = ({meaning, checks = []}: HouseMessage): Explanation => ({meaning, causes: [], checks});

/** If the config's message was removed since, the pattern's id matches no built-in explanation. */
const builtIn = ({template, known}: {readonly template: string; readonly known: KnownPattern['known'] | undefined}) =>
  known?.group === 'own' ? undefined : explanationOf({template, ...(known && {known})});
