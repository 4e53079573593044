import {type Command, inGroup} from '../../commands/command.ts';
import type {Env} from '../../core/screen.ts';
import {type PageAction, refitted} from './entries/paging.ts';
import {type LogsState, type LogsStep, withData} from './log-state.ts';
import {createFolding, foldedAt, isFold} from './model/folding.ts';
import {rememberDisplay, type SavedAction} from './saved-settings.ts';

export type FoldAction = {readonly kind: 'fold.toggle' | 'fold.open'};

export const updateFold = (state: LogsState, {kind}: FoldAction, env: Env): LogsStep<PageAction | SavedAction> => {
  const {data, list} = state;
  if (kind === 'fold.open') {
    const entries = foldedAt(state, list.position.selected).map(({id}) => id);
    return refitted(withData(state, {unfolded: new Set([...data.unfolded, ...entries])}), env);
  }
  const folding = data.folding === undefined ? createFolding(data.messages) : undefined;
  const [next, ...tasks] = refitted(withData(state, {folding, unfolded: new Set()}), env);
  return [next, ...tasks, rememberDisplay({fold: folding !== undefined})];
};

const view = inGroup<LogsState, FoldAction>('View');

export const foldCommands: readonly Command<LogsState, FoldAction>[] = [
  view({
    id: 'unfold',
    title: 'Show the entries of the fold',
    keys: ['enter'],
    footer: 'unfold',
    action: {kind: 'fold.open'},
    when: state => isFold(state) && state.data.histogram.span === undefined && !state.list.open,
  }),
  view({id: 'fold', title: 'Fold entries of one pattern, or not', keys: ['z'], action: {kind: 'fold.toggle'}}),
];
