import {readdirSync, readFileSync} from 'node:fs';
import {setTimeout as delay} from 'node:timers/promises';

const statOf = (pid: string): {readonly state: string; readonly session: number} | undefined => {
  try {
    // The process name is in parentheses and may contain spaces. State, parent, process group and session follow the
    // name.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', , , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // Zombies are ignored, because they stay in /proc where process 1 does not reap them.
    return state === 'Z' ? undefined : {state, session: Number(session)};
  } catch {
    return undefined;
  }
};

/** A shell with job control gives each job its own process group, so the processes are found by their session. */
export const sessionPids = (leader: number): number[] => {
  try {
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name) && statOf(name)?.session === leader)
      .map(Number);
  } catch {
    return [leader];
  }
};

/** Whether all processes but the leader are stopped. */
export const isStopped = (leader: number): boolean =>
  sessionPids(leader).every(pid => pid === leader || statOf(String(pid))?.state === 'T');

export const signalSession = (leader: number, signal: NodeJS.Signals): void => {
  for (const pid of sessionPids(leader)) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process ended before the signal.
    }
  }
};

/** Waits until no process of the session is alive. */
export const killSession = async (leader: number): Promise<void> => {
  while (sessionPids(leader).length > 0) {
    signalSession(leader, 'SIGKILL');
    await delay(5);
  }
};
