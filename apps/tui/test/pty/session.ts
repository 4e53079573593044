import {readdirSync, readFileSync} from 'node:fs';
import {setTimeout as delay} from 'node:timers/promises';

const sessionOf = (pid: string): number | undefined => {
  try {
    // The name in parentheses may hold spaces; state, parent, group and session follow it.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, , , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // Zombies stay listed where process 1 does not reap them.
    return state === 'Z' ? undefined : Number(session);
  } catch {
    return undefined;
  }
};

/** Live processes of a session, by its leader. Groups would not do: job control gives each job its own. */
export const sessionPids = (leader: number): number[] => {
  try {
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name) && sessionOf(name) === leader)
      .map(Number);
  } catch {
    return [leader];
  }
};

/** Signals every process of a session. */
export const signalSession = (leader: number, signal: NodeJS.Signals): void => {
  for (const pid of sessionPids(leader)) {
    try {
      process.kill(pid, signal);
    } catch {
      // Ended between the listing and the signal.
    }
  }
};

/** Kills every process of a session and waits until none is alive. */
export const killSession = async (leader: number): Promise<void> => {
  while (sessionPids(leader).length > 0) {
    signalSession(leader, 'SIGKILL');
    await delay(5);
  }
};
