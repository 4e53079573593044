import type {Held, Host, Mounted, Params, ScreenEntry} from '../core/screen.ts';

export interface ProfileStart {
  /** Id of the tab or view to show. Undefined: the current tab stays open. */
  readonly tab: string | undefined;
  /** Parameters with which a tab is first opened, by the id of the tab. */
  readonly tabs: Readonly<Record<string, Params>>;
}

export interface Visit {
  readonly screen: string;
  restore(): void;
}

const REMEMBERED = 50;

export const createHistory = () => {
  let [past, future]: [Visit[], Visit[]] = [[], []];
  return {
    leave(visit: Visit): void {
      past = [...past, visit].slice(-REMEMBERED);
      future = [];
    },
    step(by: 1 | -1, current: Visit): Visit | undefined {
      const visit = (by === -1 ? past : future).pop();
      if (visit !== undefined) (by === -1 ? future : past).push(current);
      return visit;
    },
    clear(): void {
      [past, future] = [[], []];
    },
    save(): () => void {
      const saved = [past, future] as const;
      return () => {
        [past, future] = [[...saved[0]], [...saved[1]]];
      };
    },
  };
};

export type Stage = ReturnType<typeof createStage>;

export const createStage = (first: string) => {
  const dialogs: Mounted[] = [];
  const history = createHistory();
  const mounted = new Map<string, Mounted>();
  const tabs = new Map<string, string>();
  const tabOf = (id: string): string => tabs.get(id) ?? id;
  /** The view that each tab showed last. A new filter reaches the tab's other views only when they are shown. */
  const lastViews = new Map([[tabOf(first), first]]);
  const viewOf = (tab: string): string => lastViews.get(tab) ?? tab;
  let active = first;
  let presets: ProfileStart['tabs'] = {};
  let unopened = new Set<string>();
  // True while `goto` opens a tab, so that the tab and its parameters become one step of the history.
  let isOpening = false;

  const screenOf = (id: string): Mounted => {
    const found = mounted.get(id);
    if (found === undefined) throw new Error(`no screen ${id}`);
    return found;
  };
  const visitOf = (id: string): Visit => ({screen: id, restore: screenOf(id).snapshot()});
  const activate = (id: string): void => {
    active = id;
    lastViews.set(tabOf(id), id);
  };

  const preset = (id: string): void => {
    const params = presets[tabOf(id)];
    if (!unopened.delete(tabOf(id)) || params === undefined) return;
    const wasOpening = isOpening;
    isOpening = true;
    screenOf(id).preset(params);
    isOpening = wasOpening;
  };

  const add = (entries: readonly ScreenEntry[], host: Host): void => {
    for (const {id, view, mount} of entries.filter(({id}) => !mounted.has(id))) {
      mounted.set(id, mount(host));
      tabs.set(id, view?.tab ?? id);
      unopened.add(tabOf(id));
    }
  };
  return {
    add,
    has: (id: string): boolean => mounted.has(id),
    active: () => active,
    tab: () => tabOf(active),
    /** Returns the tab's own screen if the tab is active, otherwise the view that the tab showed last. */
    viewOf: (tab: string): string => (tab === tabOf(active) ? tab : viewOf(tab)),
    screen: () => screenOf(active),
    dialog: () => dialogs.at(-1),
    held: (): Held | undefined => dialogs.findLast(dialog => dialog.held() !== undefined)?.held(),
    goto(id: string, params?: Params): string | undefined {
      if (!mounted.has(id)) return `There is no tab ${id}.`;
      isOpening = id !== active;
      if (id !== active) {
        history.leave(visitOf(active));
        const sharing = params === undefined ? viewOf(tabOf(id)) : id;
        if (sharing === active) screenOf(active).settle();
        screenOf(active).leave();
        const scope = sharing === id ? undefined : screenOf(sharing).scope();
        activate(id);
        if (scope !== undefined) screenOf(id).showScope(scope);
        if (params === undefined) preset(id);
        else unopened.delete(tabOf(id));
        screenOf(id).enter();
      }
      const problem = params === undefined ? undefined : screenOf(id).open(params);
      isOpening = false;
      return problem;
    },
    travel(by: 1 | -1): boolean {
      const visit = history.step(by, visitOf(active));
      if (visit === undefined) return false;
      if (visit.screen !== active) screenOf(active).leave();
      activate(visit.screen);
      visit.restore();
      return true;
    },
    push(dialog: Mounted): void {
      dialogs.push(dialog);
      dialog.enter();
    },
    close(dialog: Mounted): void {
      if (dialogs.includes(dialog)) dialogs.splice(dialogs.indexOf(dialog), 1);
    },
    moved(from: Mounted, restore: () => void): void {
      if (!isOpening && from === screenOf(active)) history.leave({screen: active, restore});
    },
    resized(): void {
      screenOf(active).resized();
      for (const dialog of dialogs) dialog.resized();
    },
    save(): () => void {
      const parts = [history, ...mounted.values()].map(part => part.save());
      const [shown, views, left] = [active, [...lastViews], new Set(unopened)];
      return () => {
        for (const restore of parts) restore();
        for (const [tab, view] of views) lastViews.set(tab, view);
        active = shown;
        unopened = new Set(left);
      };
    },
    reset(from: Mounted | undefined): void {
      history.clear();
      for (const screen of mounted.values()) if (screen !== from) screen.reset();
      for (const dialog of dialogs.splice(0)) dialog.reset();
      unopened = new Set(tabs.values());
    },
    show(id: string): void {
      if (mounted.has(id)) activate(id);
    },
    begin(tabs: ProfileStart['tabs']): void {
      presets = tabs;
      preset(active);
    },
  };
};
