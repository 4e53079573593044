import {type Command, inGroup} from '../../../commands/command.ts';
import {exportCommand} from '../../../exports/export-form.ts';
import {reportCommand} from '../../../exports/report-dialog.ts';
import type {Values} from '../../../form/form.ts';
import {conditionCommandsOf} from '../../../list/conditions/condition-commands.ts';
import type {NeedsRow} from '../../../list/list.ts';
import type {Loaded} from '../../../list/loaded/spec.ts';
import {entryLanguage} from '../../../logs/conditions/entry-test.ts';
import type {LogViewSpec, ViewAction, ViewSource, ViewState} from './view-spec.ts';

const exportOf = (values: Values | undefined): ViewAction => ({kind: 'view.export', values});

export const viewCommands = <T, X>(
  {what, noun, detail, report}: Pick<LogViewSpec<T, X, never>, 'what' | 'noun' | 'detail' | 'report'>,
  needsRow: NeedsRow<T, Loaded<T, ViewSource & X>>,
): readonly Command<ViewState<T, X>, ViewAction>[] => {
  const explore = inGroup<ViewState<T, X>, ViewAction>('Explore');
  const ofRow = inGroup<ViewState<T, X>, ViewAction>('Explore', {disabledReason: needsRow});
  const readAll = explore({
    id: 'read-all',
    title: 'Read every entry instead of a sample',
    keys: ['A'],
    footer: 'read all',
    action: {kind: 'view.read-all'},
    disabledReason: ({data}) => (data.own.reads === 'all' ? 'every entry is read' : undefined),
  });
  return [
    ofRow({
      id: 'rows',
      title: `Go to the entries of the ${what}`,
      keys: detail === undefined ? ['enter', 'L'] : ['L'],
      footerOf: ({list}) => (list.open ? undefined : 'its entries'),
      action: {kind: 'view.entries', verb: 'keep'},
    }),
    ...(detail === undefined
      ? []
      : [
          ofRow({
            id: 'detail-rows',
            title: 'Go to the entries from the details',
            keys: ['enter'],
            footer: 'its entries',
            action: {kind: 'view.entries', verb: 'keep'},
            when: ({list}) => list.open,
          }),
        ]),
    ofRow({
      id: 'others',
      title: `Go to the entries without the ${what}`,
      keys: ['!'],
      footer: 'others',
      action: {kind: 'view.entries', verb: 'drop'},
    }),
    ofRow({
      id: 'first-entry',
      title: 'Go to the first of its entries among all',
      keys: ['n'],
      action: {kind: 'view.first'},
    }),
    ...(report === undefined ? [readAll] : []),
    ...conditionCommandsOf<ViewState<T, X>>(`the entries of this ${what}`, entryLanguage),
    report === undefined
      ? exportCommand('summary', exportOf)
      : reportCommand({what: `the ${noun[1]}`, action: exportOf}, ({data: {own}}) =>
          report(own) === undefined ? 'nothing was read yet' : undefined,
        ),
  ];
};
