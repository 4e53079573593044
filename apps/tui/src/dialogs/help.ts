import type {App} from '../core/app.ts';
import {clamp} from '../core/list.ts';
import {mount} from '../core/mount.ts';
import type {Host, LiveBinding, Mounted, Screen} from '../core/screen.ts';
import {helpView} from './help-view.tsx';

export interface HelpState {
  readonly top: number;
}
type HelpAction = {readonly kind: 'enter'} | {readonly kind: 'scroll'; readonly by: number} | {readonly kind: 'close'};

/** All keys of where the operator is, made from the key records themselves. */
export const helpDialog =
  (app: App) =>
  (host: Host): Mounted => {
    const {front, global} = app.bindings();
    return mount(helpScreen(app.view().screen.title, front, global), host);
  };

const helpScreen = (
  place: string,
  front: readonly LiveBinding[],
  global: readonly LiveBinding[],
): Screen<HelpState, HelpAction> => ({
  title: 'Help',
  initial: {top: 0},
  enter: {kind: 'enter'},
  update: (state, action) => {
    switch (action.kind) {
      case 'enter':
        return [state];
      case 'scroll':
        return [{top: clamp(state.top + action.by, 0, Math.max(0, front.length + global.length))}];
      case 'close':
        return [state, {kind: 'close'}];
      default:
        return action satisfies never;
    }
  },
  keys: [
    {id: 'down', keys: ['j', 'down'], label: 'scroll', action: {kind: 'scroll', by: 1}, footer: true},
    {id: 'up', keys: ['k', 'up'], label: 'scroll back', action: {kind: 'scroll', by: -1}},
    {id: 'page-down', keys: ['pagedown', 'ctrl-d', 'space'], label: 'a page down', action: {kind: 'scroll', by: 10}},
    {id: 'page-up', keys: ['pageup', 'ctrl-u'], label: 'a page up', action: {kind: 'scroll', by: -10}},
    {id: 'close', keys: ['esc', '?', 'q', 'enter'], label: 'close', action: {kind: 'close'}, footer: true},
  ],
  View: helpView(place, front, global),
});
