import {createReadStream} from 'node:fs';
import {Command} from '@commander-js/extra-typings';
import {createMiner} from '@edge-console/patterns';
import {nounCommand} from '../../cli/args.ts';
import {readProblem} from '../../cli/token-sources.ts';
import {type HouseMessage, WORRIES} from '../../core/house-message.ts';
import {type Knowledge, knowledgeOf} from '../../explore/report/runbooks.ts';
import {count, plural} from '../../format/number.ts';
import {createMessages, templateOf} from '../../logs/messages.ts';
import {fieldsOf, tableOf, type View} from '../../output/view.ts';
import {sanitise} from '../../text/sanitise.ts';
import {WORRY_ROLES} from '../../theme/theme.ts';
import {valueColumn} from '../../ui/table.ts';
import {CommandError, endWith} from '../exit.ts';
import {wholeNumber} from '../filter-options.ts';
import type {Host} from '../host.ts';
import {printRows, withList} from '../lists.ts';
import {openOutput, withOutput, writeRows} from '../output.ts';
import {type CheckRow, type CheckTotals, createCheck, linesOf} from './check.ts';

const listView: View<HouseMessage> = {
  table: tableOf([
    valueColumn({id: 'id', cells: 20, priority: 0, searched: true}, ({id}) => id),
    {
      ...{id: 'worry', cells: 6, priority: 3},
      text: ({worry = ''}) => worry,
      role: ({worry}) => worry && WORRY_ROLES[worry],
      sort: ({worry}) => (worry === undefined ? 0 : -1 - WORRIES.indexOf(worry)),
    },
    valueColumn({id: 'matches', cells: 24, priority: 2, grow: true, searched: true}, templateOf),
    valueColumn({id: 'meaning', cells: 40, priority: 1, searched: true}, ({meaning}) => meaning),
  ]),
  fields: fieldsOf<HouseMessage>('id', 'template', 'regex', 'meaning', 'checks', 'runbook', 'worry', 'mute'),
};

const listMessages = (host: Host) =>
  withList(new Command('list'), 'messages')
    .summary('print the messages of the config, in the order in which they are tried')
    .action(async options => {
      const read = async () => (await host.config()).messages ?? [];
      await printRows({view: listView, noun: 'message', read}, options, host);
    });

const checkView: View<CheckRow> = {
  table: tableOf([
    {id: 'kind', title: 'what', cells: 11, priority: 1, text: ({kind}) => kind},
    {id: 'lines', cells: 9, align: 'right', priority: 0, text: ({lines}) => count(lines)},
    {
      ...{id: 'message', cells: 30, priority: 0},
      text: ({ids, template}) => (template === undefined ? ids.join(' and ') : sanitise(template)),
    },
    {
      id: 'at',
      title: 'line',
      cells: 8,
      align: 'right',
      priority: 3,
      text: ({at}) => (at === undefined ? '' : count(at)),
    },
    {id: 'example', cells: 30, priority: 2, grow: true, text: ({example = ''}) => sanitise(example)},
  ]),
  fields: fieldsOf<CheckRow>('kind', 'ids', 'template', 'lines', 'at', 'example'),
};

const DEFAULT_TOP = 10;

const checkMessages = (host: Host) =>
  withOutput(new Command('check'))
    .summary('test the messages of the config on a file of log lines')
    .description(
      'Prints how many lines each message matches, and the first one; lines that two messages match, of which the first ' +
        'wins; and the commonest patterns of the lines that neither the config nor the console explains. Ends with exit ' +
        'code 7 if a message matches no line, or two match the same line.',
    )
    .argument('<file>', 'file with a log line in each line; - reads standard input')
    .option('--top <n>', `print at most n patterns that none explains; default ${DEFAULT_TOP}`, wholeNumber(0))
    .action(async (file, options) => {
      const output = await openOutput(checkView, options, host);
      const messages = createMessages((await host.config()).messages ?? []);
      const check = createCheck(messages);
      const input = file === '-' ? host.stdin : createReadStream(file);
      try {
        for await (const line of linesOf(input)) {
          host.signal.throwIfAborted();
          check.add(line);
        }
      } catch (error) {
        if (host.signal.aborted) throw error;
        throw new CommandError('usage', `cannot read ${sanitise(file)}: ${readProblem(error)}`);
      }
      const rows = check.rows(options.top ?? DEFAULT_TOP);
      await host.err.write(`${totalsText(check.totals())}\n`);
      await endWith(problemOf(rows), () => writeRows(output, rows));
    });

const totalsText = ({entries, further, own, known, unexplained}: CheckTotals): string => {
  const more =
    further === 0 ? '' : ` ${plural(further, 'further line')} of entries, such as tracebacks, were not read.`;
  return `${plural(entries, 'entry', 'entries')}: ${count(own)} of messages of the config, ${count(known)} of messages that the console knows, ${count(unexplained)} that none explains.${more}`;
};

const problemOf = (rows: readonly CheckRow[]): CommandError | undefined => {
  const unused = rows.filter(({kind, lines}) => kind === 'message' && lines === 0).flatMap(({ids}) => ids);
  const overlaps = rows.filter(({kind}) => kind === 'overlap');
  const problems = [
    ...(unused.length === 0 ? [] : [`no line matches ${unused.join(', ')}`]),
    ...overlaps.map(({ids, lines}) => `${plural(lines, 'line')} match${lines === 1 ? 'es' : ''} ${ids.join(' and ')}`),
  ];
  return problems.length === 0 ? undefined : new CommandError('partial', problems.join('; '));
};

type Explained = Knowledge & {readonly template: string};

const explainView: View<Explained> = {
  table: tableOf([
    {id: 'template', cells: 40, priority: 0, grow: true, text: ({template}) => sanitise(template)},
    {id: 'meaning', cells: 60, priority: 1, grow: true, text: ({explanation}) => sanitise(explanation?.meaning ?? '')},
  ]),
  fields: {
    template: ({template}) => template,
    meaning: ({explanation}) => explanation?.meaning,
    causes: ({explanation}) => explanation?.causes,
    checks: ({explanation}) => explanation?.checks,
    documentation: ({explanation}) => explanation?.cite,
    source: ({explanation}) => explanation?.source,
    worry: ({message}) => message?.worry,
    runbook: ({runbook}) => runbook,
  },
};

const explainMessage = (host: Host) =>
  withOutput(new Command('explain'))
    .summary('print what a log line means, its usual causes and what to check')
    .description(
      'Explains a line of an error log, or its message, by the messages of the config and those that the console knows. ' +
        'Ends with exit code 5 if neither explains it.',
    )
    .argument('<line>')
    .action(async (line, options) => {
      const {runbooks = {}, messages = []} = await host.config();
      const miner = createMiner({messages: createMessages(messages).find});
      const pattern = miner.pattern(miner.add(line, {id: 1, time: host.now() / 1000}));
      const knowledge = pattern && knowledgeOf(pattern, {runbooks, messages});
      if (knowledge?.explanation === undefined && knowledge?.runbook === undefined)
        throw new CommandError('not_found', 'neither the config nor the console explains this line');
      const read = async () => [{...knowledge, template: pattern?.template ?? ''}];
      await printRows({view: explainView, read}, options, host);
    });

export const messageCommands = nounCommand('messages', 'the messages of the config and of the console', [
  listMessages,
  checkMessages,
  explainMessage,
]);
