import type {Screen} from '../core/screen.ts';
import {listCommands} from './commands.ts';
import {initialList, type ListEvent, type ListScreenState, type ListSpec} from './list.ts';
import {updateList} from './update.ts';
import {listView} from './view.tsx';

/** A screen made of a list: what `spec` declares, with everything that lists share. */
export const listScreen = <T, D, A extends {readonly kind: string}>(
  spec: ListSpec<T, D, A>,
): Screen<ListScreenState<T, D>, ListEvent | A> => ({
  title: spec.title,
  initial: {list: {...initialList, preview: spec.brief !== undefined}, data: spec.initial},
  enter: {kind: 'list.enter'},
  leave: {kind: 'list.leave'},
  resized: {kind: 'list.resized'},
  update: (state, action, env) =>
    isListEvent(action) ? updateList(spec, {state, event: action, env}) : spec.update(state, action, env),
  commands: listCommands(spec),
  ...(spec.open !== undefined && {open: spec.open}),
  ...(spec.address !== undefined && {address: spec.address}),
  View: listView(spec),
});

const isListEvent = (action: {readonly kind: string}): action is ListEvent => action.kind.startsWith('list.');
