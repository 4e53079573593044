import type {Env, Task} from '../../src/core/screen.ts';
import {entryAt} from '../../src/screens/error-logs/rows.ts';
import {type ErrorLogsAction, type ErrorLogsState, errorLogsInitial} from '../../src/screens/error-logs/state.ts';
import {updateErrorLogs} from '../../src/screens/error-logs/update.ts';
import type {createLogClient} from './log-client.ts';

export const logEnv: Env = {now: 5_000_000, size: {columns: 120, rows: 31}, connection: undefined};

type LogClient = ReturnType<typeof createLogClient>;

/** The error-logs screen on a client, its waiting polls held back: `poll` is when they would come. */
export const createLogScreen = (logs: LogClient) => {
  let state: ErrorLogsState = errorLogsInitial;
  const seen: Task<ErrorLogsAction>[] = [];
  const send = async (action: ErrorLogsAction): Promise<void> => {
    const [next, ...tasks] = updateErrorLogs(state, action, logEnv);
    state = next;
    seen.push(...tasks);
    for (const task of tasks) {
      if (task.kind !== 'effect' || task.background) continue;
      await send(await task.run(logs.context, new AbortController().signal));
    }
  };
  return {
    send,
    move: (motion: 'down' | 'page-down' | 'last' | 'first') => send({kind: 'move', motion}),
    seen,
    poll: () => send({kind: 'refresh'}),
    state: () => state,
    shown: (rows = 3) => Array.from({length: rows}, (_, at) => entryAt(state.rows, state.position.top + at)?.id),
    selected: () => entryAt(state.rows, state.position.selected)?.id,
  };
};

export const openedLogs = async (logs: LogClient) => {
  const screen = createLogScreen(logs);
  await screen.send({kind: 'enter'});
  return screen;
};
