import type {Intent} from '../../core/screen.ts';
import {textDialog} from '../../dialogs/text-dialog.ts';
import type {DetailContext} from '../../list/list.ts';
import {sanitise} from '../../text/sanitise.ts';
import {truncate} from '../../text/width.ts';
import {wrap} from '../../text/wrap.ts';
import {WORRY_ROLES} from '../../theme/theme.ts';
import {type Knowledge, type KnownPattern, knowledgeOf, ownTextMeaning, type RunbookSource} from './runbooks.ts';

type Context = Pick<DetailContext<unknown>, 'paint' | 'cells' | 'glyphs' | 'link'>;

export const explanationLines = (
  {explanation, runbook, message}: Knowledge,
  {paint, cells, glyphs, link = (_url, text) => text}: Context,
): readonly string[] => {
  const urlLines = (url: string): readonly string[] => wrap(sanitise(url), cells).map(line => link(url, line));
  const part = (title: string, texts: readonly string[] = []): readonly string[] =>
    texts.length === 0 ? [] : ['', paint('title', title), ...texts.flatMap(text => wrap(sanitise(text), cells))];
  const listed = (texts: readonly string[] = []) => texts.map(text => `${glyphs.dot} ${text}`);
  const {meaning, causes, checks, cite, source} = explanation ?? {};
  const {worry} = message ?? {};
  return [
    ...(worry === undefined ? [] : ['', `${paint('title', 'Worry')} ${paint(WORRY_ROLES[worry], worry)}`]),
    ...part('What it means', meaning === undefined ? [] : [meaning]),
    ...part('Usual causes', listed(causes)),
    ...part('What to check', listed(checks)),
    ...(cite === undefined ? [] : urlLines(cite).map(line => paint('muted', line))),
    ...(source === undefined ? [] : wrap(`Written by ${source}`, cells).map(line => paint('muted', line))),
    ...(runbook === undefined ? [] : ['', paint('title', 'Runbook'), ...urlLines(runbook)]),
  ];
};

const runbookHint = (key: string, {configPath}: RunbookSource, {paint, cells}: Context): readonly string[] => {
  const file = configPath === undefined ? 'the config' : sanitise(configPath);
  return [
    '',
    paint('title', 'Runbook'),
    ...wrap(`None is named. To show one here, add its URL to ${file}, under runbooks:`, cells),
    ...wrap(sanitise(`"runbooks": {${JSON.stringify(key)}: "https://..."}`), cells),
  ];
};

const MAX_VALUES = 5;

const valueLines = ({values = []}: KnownPattern, {paint, cells}: Context): readonly string[] => {
  const lines = values.flatMap(({name, top}) => {
    const shown = top.slice(0, MAX_VALUES).map(({value}) => value);
    return name === undefined ? [] : truncate(sanitise(`${name}: ${shown.join(', ')}`), cells);
  });
  return lines.length === 0 ? [] : ['', paint('title', 'Commonest values'), ...lines];
};

export const explainLines = (pattern: KnownPattern, source: RunbookSource, context: Context): readonly string[] => {
  const knowledge = knowledgeOf(pattern, source);
  const {explanation, runbook, key, message} = knowledge;
  const unknown = ownTextMeaning(pattern) ?? 'Nothing is known of this pattern.';
  const nothing = explanation === undefined && runbook === undefined ? ['', ...wrap(unknown, context.cells)] : [];
  // No hint for a message of the config's `messages`, because its runbook is a field of the message.
  const hint = runbook === undefined && message === undefined ? runbookHint(key, source, context) : [];
  return [...nothing, ...explanationLines(knowledge, context), ...valueLines(pattern, context), ...hint].slice(1);
};

/** The keys that opened the dialog (`closeKeys`) also close it. */
export const explainDialog = (
  pattern: KnownPattern,
  source: RunbookSource,
  closeKeys: readonly string[],
): Intent<never> => ({
  kind: 'dialog',
  open: textDialog({
    title: truncate(sanitise(pattern.template), 60),
    closeKeys,
    lines: ({paint, glyphs, link}, cells) => explainLines(pattern, source, {paint, glyphs, link, cells}),
  }),
});
