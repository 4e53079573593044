import {Command} from '@commander-js/extra-typings';
import {nounCommand} from '../cli/args.ts';
import {checkedUrl, hrefOf} from '../cli/settings.ts';
import type {Change} from '../core/connection/recorded-changes.ts';
import {dateTime} from '../format/time.ts';
import {fieldsOf, tableOf, type View} from '../output/view.ts';
import {changeText, subjectText} from '../screens/tokens/token-changes.ts';
import {valueColumn} from '../ui/table.ts';
import {sayLocal, sinceOption} from './filter-options.ts';
import type {Host} from './host.ts';
import {printRows, withList} from './lists.ts';

const view: View<Change> = {
  table: tableOf([
    {
      ...{id: 'time', cells: 19, priority: 0},
      text: ({time}) => dateTime(Date.parse(time)),
      sort: ({time}) => Date.parse(time),
    },
    valueColumn({id: 'profile', cells: 12, priority: 3, searched: true}, ({profile}) => profile),
    valueColumn({id: 'account', cells: 15, priority: 4, searched: true}, ({account}) => account),
    valueColumn({id: 'command', cells: 13, priority: 0, searched: true}, ({command}) => command),
    valueColumn({id: 'subject', cells: 16, priority: 1, searched: true}, ({subject}) => subjectText(subject)),
    valueColumn({id: 'change', cells: 33, priority: 2, grow: true, searched: true}, changeText),
    valueColumn({id: 'outcome', cells: 14, priority: 0, searched: true}, ({outcome, error}) =>
      error === undefined ? outcome : `${outcome}: ${error}`,
    ),
  ]),
  fields: {
    ...fieldsOf<Change>('time', 'profile', 'url', 'account', 'command'),
    kind: ({subject}) => subject.kind,
    id: ({subject}) => subject.id,
    name: ({subject}) => subject.name,
    user: ({subject}) => subject.user,
    ...fieldsOf<Change>('from', 'to', 'outcome', 'error', 'requestId', 'undoes'),
  },
};

const list = (host: Host) =>
  withList(new Command('list'), 'changes')
    .summary('print the changes that this user made on gateways, the newest first')
    .description(
      'Prints the journal of the changes that commands and the full screen made on this machine: logins, logouts and ' +
        'what was done to tokens. An unknown outcome means that the response was lost. Sends no request. --profile and ' +
        '--url select the changes on one gateway.',
    )
    .addOption(sinceOption())
    .action(async options => {
      const {since} = options;
      const {profile, url} = host.options();
      const at = url === undefined ? undefined : hrefOf(checkedUrl('--url', url));
      sayLocal({since}, host.err);
      const from = since === undefined ? Number.NEGATIVE_INFINITY : since.seconds * 1000;
      const isListed = (change: Change): boolean =>
        Date.parse(change.time) >= from &&
        (profile === undefined || change.profile === profile) &&
        (at === undefined || change.url === at);
      const read = async () => (await host.journal.read()).filter(isListed);
      await printRows({view, noun: 'change', read}, options, host);
    });

export const changeCommands = nounCommand('changes', 'changes on gateways', [list]);
