import type {App} from '../core/app.ts';
import type {Host, LiveBinding, Mounted} from '../core/screen.ts';

interface GlobalKey {
  readonly id: string;
  readonly keys: readonly string[];
  readonly label: string;
  readonly footer?: boolean;
  run(app: App): void;
}

const tabKeys: readonly GlobalKey[] = Array.from({length: 9}, (_, index) => ({
  id: `tab-${index + 1}`,
  keys: [String(index + 1)],
  label: `tab ${index + 1}`,
  run: app => {
    const tab = app.view().tabs[index];
    if (tab !== undefined) app.goto(tab.id);
  },
}));

const otherKeys: readonly GlobalKey[] = [
  {id: 'previous-tab', keys: ['['], label: 'previous tab', run: app => app.step(-1)},
  {id: 'next-tab', keys: [']'], label: 'next tab', run: app => app.step(1)},
  {id: 'repaint', keys: ['ctrl-l'], label: 'draw the screen again', run: app => app.repaint()},
  {id: 'suspend', keys: ['ctrl-z'], label: 'suspend', run: app => app.suspend()},
  {id: 'quit', keys: ['q', 'ctrl-c'], label: 'quit', footer: true, run: app => app.quit()},
];

export interface GlobalDialogs {
  readonly help: (app: App) => (host: Host) => Mounted;
  readonly requests: () => (host: Host) => Mounted;
}

/** Names that the config may rebind. */
export const globalKeyIds = (tabs: number): readonly string[] =>
  [...tabKeys.slice(0, tabs), ...otherKeys].map(({id}) => `global.${id}`).concat('global.help', 'global.requests');

/** The keys that work everywhere; `help` opens the list of all keys of where the operator is. */
export const globalBindings = (tabs: number, dialogs: GlobalDialogs): ((app: App) => readonly LiveBinding[]) => {
  const help: GlobalKey = {
    id: 'help',
    keys: ['?'],
    label: 'help',
    footer: true,
    run: app => app.push(dialogs.help(app)),
  };
  const requests: GlobalKey = {
    id: 'requests',
    keys: ['!'],
    label: 'last requests',
    run: app => app.push(dialogs.requests()),
  };
  return app =>
    [...tabKeys.slice(0, tabs), help, requests, ...otherKeys].map(({id, keys, label, footer, run}) => ({
      id,
      keys,
      label,
      footer: footer ?? false,
      dangerous: false,
      disabledReason: undefined,
      press: () => run(app),
    }));
};
