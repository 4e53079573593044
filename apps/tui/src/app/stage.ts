import type {Held, Host, Mounted, Params, ScreenEntry} from '../core/screen.ts';

/** A view that was in front: a tab and its state. */
export interface Visit {
  readonly screen: string;
  /** Shows the view again as it was, and reads what is new. */
  restore(): void;
}

const REMEMBERED = 50;

/** The views that were visited, as in a browser. */
export const createHistory = () => {
  let [past, future]: [Visit[], Visit[]] = [[], []];
  return {
    /** Remembers the view in front before another one is shown. */
    leave(visit: Visit): void {
      past = [...past, visit].slice(-REMEMBERED);
      future = [];
    },
    /** The view before or after `current`; undefined at the end. */
    step(by: 1 | -1, current: Visit): Visit | undefined {
      const visit = (by === -1 ? past : future).pop();
      if (visit !== undefined) (by === -1 ? future : past).push(current);
      return visit;
    },
    clear(): void {
      [past, future] = [[], []];
    },
  };
};

export type Stage = ReturnType<typeof createStage>;

/** The tabs, the dialogs over the one in front, and the views visited before. */
export const createStage = (screens: readonly ScreenEntry[], first: string, host: Host) => {
  const dialogs: Mounted[] = [];
  const history = createHistory();
  const mounted = new Map(screens.map(entry => [entry.id, entry.mount(host)]));
  let active = first;
  // A change of tab and the address that it opens are one step of the history.
  let isOpening = false;

  const screenOf = (id: string): Mounted => {
    const found = mounted.get(id);
    if (found === undefined) throw new Error(`no screen ${id}`);
    return found;
  };
  const visitOf = (id: string): Visit => ({screen: id, restore: screenOf(id).snapshot()});

  return {
    /** Id of the tab in front. */
    active: () => active,
    screen: () => screenOf(active),
    dialog: () => dialogs.at(-1),
    /** Input that would be lost if the dialogs were closed. */
    held: (): Held | undefined => dialogs.findLast(dialog => dialog.held() !== undefined)?.held(),
    /** Returns a sentence if there is no such tab, or it cannot open `params`. */
    goto(id: string, params?: Params): string | undefined {
      if (!mounted.has(id)) return `There is no tab ${id}.`;
      isOpening = id !== active;
      if (id !== active) {
        history.leave(visitOf(active));
        screenOf(active).leave();
        active = id;
        screenOf(id).enter();
      }
      const problem = params === undefined ? undefined : screenOf(id).open(params);
      isOpening = false;
      return problem;
    },
    /** Goes back or forward; false where there is no such view. */
    travel(by: 1 | -1): boolean {
      const visit = history.step(by, visitOf(active));
      if (visit === undefined) return false;
      if (visit.screen !== active) screenOf(active).leave();
      active = visit.screen;
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
    /** Remembers a view whose address changed. */
    moved(from: Mounted, restore: () => void): void {
      if (!isOpening && from === screenOf(active)) history.leave({screen: active, restore});
    },
    resized(): void {
      screenOf(active).resized();
      for (const dialog of dialogs) dialog.resized();
    },
    /** Forgets views and dialogs, and the data of all screens but `from`. */
    reset(from: Mounted | undefined): void {
      history.clear();
      for (const screen of mounted.values()) if (screen !== from) screen.reset();
      for (const dialog of dialogs.splice(0)) dialog.reset();
    },
  };
};
