import {Command} from '@commander-js/extra-typings';
import type {HouseMessage} from '../../core/house-message.ts';
import type {PatternRow} from '../../explore/measures/patterns.ts';
import type {Knowledge} from '../../explore/report/runbooks.ts';
import {plural} from '../../format/number.ts';
import {fieldsOf, type View} from '../../output/view.ts';
import type {Mute} from '../../saved/mutes.ts';
import {filterOf} from '../filter-options.ts';
import type {Host} from '../host.ts';
import {printRows} from '../lists.ts';
import {openSample, sayCoverage, time, withSample} from './reading/sampling.ts';

const mutesOf = async (host: Host, messages: readonly HouseMessage[]) => {
  const {openPreferences} = await import('../../saved/preferences-file.ts');
  const {configMutes, createMutes, readMutes} = await import('../../saved/mutes.ts');
  const {profile} = await host.connect();
  const saved = await readMutes(openPreferences(host.env)(profile), host.now());
  return createMutes([...configMutes(messages, host.now()), ...saved]);
};

type PrintedPattern = PatternRow & {readonly mute: Mute | undefined; readonly knowledge: Knowledge};

const patternView: View<PrintedPattern> = {
  async table() {
    const {patternColumns, patternValues} = await import('../../screens/log-views/columns.ts');
    return {columns: patternColumns, data: undefined, unseen: patternValues};
  },
  fields: {
    ...fieldsOf<PrintedPattern>('id', 'template', 'count', 'plusMinus', 'share', 'rows', 'level', 'trend'),
    known: ({pattern}) => pattern.known?.id,
    first: ({first}) => time(first),
    last: ({last}) => time(last),
    variants: ({pattern}) => pattern.variants.map(({value, count}) => ({value, count})),
    values: ({pattern}) => pattern.values.map(({top}) => top.map(({value, count, error}) => ({value, count, error}))),
    names: ({pattern}) => pattern.values.map(({name}) => name ?? null),
    sample: ({pattern}) => pattern.sample.line,
    muted: ({mute}) => mute?.reason,
    worry: ({worry}) => worry,
    explanation: ({knowledge: {explanation}}) => explanation,
    runbook: ({knowledge: {runbook}}) => runbook,
  },
};

export const logPatterns = (host: Host) =>
  withSample(new Command('patterns'), 'patterns')
    .summary('print the patterns of the messages')
    .description(
      'Groups the messages by what they have in common. Reads a sample of the entries; counts are estimates for all of ' +
        'them, with half of the 95 % interval in plusMinus.',
    )
    .option('--muted', 'print muted patterns too')
    .action(async options => {
      const read = async function* () {
        const {createPatternTally} = await import('../../explore/measures/patterns.ts');
        const {createMessages} = await import('../../logs/messages.ts');
        const {runbooks = {}, messages = []} = await host.config();
        const patterns = createPatternTally(createMessages(messages));
        const {readSample} = await import('../../explore/sample/sample.ts');
        const filter = filterOf(options, host.err);
        const {client, reading, done} = await openSample(host, options);
        const coverage = await readSample(client, filter, {...reading, add: patterns.add}).finally(done);
        const {knowledgeOf} = await import('../../explore/report/runbooks.ts');
        const rows = patterns.rows(coverage);
        const mutes = await mutesOf(host, messages);
        const marked = rows.map(row => ({
          ...row,
          mute: mutes.ofTemplate(row.template),
          knowledge: knowledgeOf(row.pattern, {runbooks, messages}),
        }));
        const muted = marked.filter(({mute}) => mute !== undefined);
        // The number of muted patterns is printed first, because `--limit` may end this generator at any `yield`.
        if (muted.length > 0 && options.muted !== true) {
          const entries = muted.reduce((sum, row) => sum + row.rows, 0);
          const what = `${plural(muted.length, 'muted pattern')} (${plural(entries, 'row')})`;
          await host.err.write(`Left out ${what}; --muted prints them.\n`);
        }
        await sayCoverage(host, coverage);
        yield* options.muted === true ? marked : marked.filter(({mute}) => mute === undefined);
      };
      await printRows({view: patternView, noun: 'pattern', read}, options, host);
    });
