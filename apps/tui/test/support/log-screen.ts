import type {Env, Task} from '../../src/core/screen.ts';
import type {ListEvent} from '../../src/list/list.ts';
import type {Motion} from '../../src/list/rows/position.ts';
import {errorLogsScreen, type LogsAction} from '../../src/screens/error-logs/error-logs.ts';
import type {LogsState} from '../../src/screens/error-logs/log-state.ts';
import {logRows} from '../../src/screens/error-logs/model/log-rows.ts';
import type {createLogClient} from './log-client.ts';

export const logEnv: Env = {now: 5_000_000, size: {columns: 120, rows: 31}, connection: undefined};

type LogClient = Pick<ReturnType<typeof createLogClient>, 'context'>;
type Action = ListEvent | LogsAction;

/** Timers and the counts of the histogram do not run. A test calls `poll` where the timer would poll. */
export const createLogScreen = (logs: LogClient) => {
  const screen = errorLogsScreen();
  let state: LogsState = screen.initial;
  const seen: Task<Action>[] = [];
  /** Returns the tasks without running them. */
  const update = (action: Action): readonly Task<Action>[] => {
    const [next, ...tasks] = screen.update(state, action, logEnv);
    state = next;
    return tasks;
  };
  const send = async (action: Action): Promise<void> => {
    const tasks = update(action);
    seen.push(...tasks);
    for (const task of tasks) {
      if (task.kind !== 'effect' || task.background || task.name === 'histogram') continue;
      await send(await task.run(logs.context, new AbortController().signal, () => undefined));
    }
  };
  const idAt = (index: number): number | undefined => logRows(state).rowAt(index)?.id;
  return {
    update,
    send,
    move: (motion: Motion) => send({kind: 'list.move', motion}),
    seen,
    poll: () => send({kind: 'list.restored'}),
    state: () => state,
    restore: (earlier: LogsState): void => {
      state = earlier;
    },
    data: () => state.data,
    list: () => state.list,
    shown: (rows = 3) => Array.from({length: rows}, (_, at) => idAt(state.list.position.top + at)),
    selected: () => idAt(state.list.position.selected),
  };
};

export const openedLogs = async (logs: LogClient) => {
  const screen = createLogScreen(logs);
  await screen.send({kind: 'list.enter'});
  return screen;
};
