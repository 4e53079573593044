import type {ScreenEntry} from '../core/app.ts';
import type {Held, Host, Mounted, Params} from '../core/screen.ts';
import {createHistory, type Visit} from './history.ts';

/** The tabs, the dialogs over the one in front, and the views visited before. */
export interface Stage {
  /** Id of the tab in front. */
  active(): string;
  screen(): Mounted;
  dialog(): Mounted | undefined;
  /** What would be lost with the dialogs. */
  held(): Held | undefined;
  /** A sentence if `params` cannot be opened. */
  goto(id: string, params?: Params): string | undefined;
  /** Goes back or forward; false where there is no such view. */
  travel(by: 1 | -1): boolean;
  push(dialog: Mounted): void;
  close(dialog: Mounted): void;
  /** Remembers a view whose address changed. */
  moved(from: Mounted, restore: () => void): void;
  resized(): void;
  /** Forgets views and dialogs, and the data of all screens but `from`. */
  reset(from: Mounted | undefined): void;
}

export const createStage = (screens: readonly ScreenEntry[], first: string, host: Host): Stage => {
  const dialogs: Mounted[] = [];
  const history = createHistory();
  const mounted = new Map(screens.map(entry => [entry.id, entry.mount(host)]));
  let active = first;
  // The view that a tab is left for is one step, its address included.
  let isOpening = false;

  const screenOf = (id: string): Mounted => {
    const found = mounted.get(id);
    if (found === undefined) throw new Error(`no screen ${id}`);
    return found;
  };
  const visitOf = (id: string): Visit => ({screen: id, restore: screenOf(id).snapshot()});

  return {
    active: () => active,
    screen: () => screenOf(active),
    dialog: () => dialogs.at(-1),
    held: () => dialogs.findLast(dialog => dialog.held() !== undefined)?.held(),
    goto(id, params) {
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
    travel(by) {
      const visit = history.step(by, visitOf(active));
      if (visit === undefined) return false;
      if (visit.screen !== active) screenOf(active).leave();
      active = visit.screen;
      visit.restore();
      return true;
    },
    push(dialog) {
      dialogs.push(dialog);
      dialog.enter();
    },
    close(dialog) {
      if (dialogs.includes(dialog)) dialogs.splice(dialogs.indexOf(dialog), 1);
    },
    moved(from, restore) {
      if (!isOpening && from === screenOf(active)) history.leave({screen: active, restore});
    },
    resized() {
      screenOf(active).resized();
      for (const dialog of dialogs) dialog.resized();
    },
    reset(from) {
      history.clear();
      for (const screen of mounted.values()) if (screen !== from) screen.reset();
      for (const dialog of dialogs.splice(0)) dialog.reset();
    },
  };
};
