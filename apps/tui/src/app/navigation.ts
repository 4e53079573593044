import type {Tab} from '../commands/global.ts';
import type {App} from './app.ts';
import type {createFlashes} from './flash.ts';
import type {Stage} from './stage.ts';

interface NavigationOptions {
  readonly stage: Stage;
  readonly flashes: ReturnType<typeof createFlashes>;
  changed(): void;
}

export type Navigation = ReturnType<typeof createNavigation>;

export const createNavigation = (tabs: readonly Tab[], {stage, flashes, changed}: NavigationOptions) => {
  const waiting: (() => void)[] = [];

  /** Waits until all tabs have their screens, because input and the first tab of a profile may be any of them. */
  const whenLoaded = (handle: () => void): void => {
    if (tabs.every(({id}) => stage.has(id))) handle();
    else waiting.push(handle);
  };

  const goto: App['goto'] = (id, params) =>
    whenLoaded(() => {
      if (id !== stage.active()) flashes.clear();
      const problem = stage.goto(id, params);
      if (problem !== undefined) flashes.show('error', problem);
      changed();
    });

  return {
    whenLoaded,
    /** Handles what waited for the screens. */
    loaded(): void {
      for (const handle of waiting.splice(0)) handle();
    },
    goto,
    step(by: number): void {
      const ids = tabs.map(({id}) => id);
      const next = ids[(ids.indexOf(stage.tab()) + by + ids.length) % ids.length];
      if (next !== undefined) goto(stage.viewOf(next));
    },
    travel(by: 1 | -1): void {
      flashes.clear();
      if (stage.travel(by)) changed();
      else flashes.show('warn', by === -1 ? 'There is no earlier view.' : 'There is no later view.');
    },
  };
};
