import {Command} from '@commander-js/extra-typings';
import {createMiner} from '@edge-console/patterns';
import {type Knowledge, knowledgeOf} from '../../explore/report/runbooks.ts';
import {createMessages} from '../../logs/messages.ts';
import {tableOf, type View} from '../../output/view.ts';
import {sanitise} from '../../text/sanitise.ts';
import {CommandError} from '../exit.ts';
import type {Host} from '../host.ts';
import {printRows} from '../lists.ts';
import {withOutput} from '../output.ts';

interface Explained extends Knowledge {
  readonly template: string;
}

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

export const explainMessage = (host: Host) =>
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
