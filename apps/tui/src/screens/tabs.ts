import type {Tab} from '../commands/global.ts';

interface TabEntry extends Tab {
  /** Ids of the screens that share the tab. */
  readonly views?: readonly string[];
}

/** In the order of their number keys. The first frame shows the titles before all screens are loaded. */
export const TABS: readonly TabEntry[] = [
  {id: 'session', title: 'Session'},
  {id: 'tokens', title: 'Tokens'},
  {id: 'error-logs', title: 'Error logs', views: ['patterns', 'changes', 'facets', 'findings']},
  {id: 'applications', title: 'Applications'},
];

/** The values that `--tab` accepts. */
export const tabIds: readonly string[] = TABS.flatMap(({id, views = []}) => [id, ...views]);

/** The console starts on `signInTab` without a credential, and on `workTab` with one. */
export const signInTab = 'session';
export const workTab = 'error-logs';
