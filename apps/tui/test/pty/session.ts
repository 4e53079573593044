import {readdirSync, readFileSync} from 'node:fs';
import {setTimeout as delay} from 'node:timers/promises';

const sessionOf = (pid: string): number | undefined => {
  try {
    // The name in parentheses may hold spaces; behind it come state, parent, group and session.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, , , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie is dead already, and stays listed where process 1 does not reap.
    return state === 'Z' ? undefined : Number(session);
  } catch {
    return undefined;
  }
};

/** The living processes of the session that this process leads: job control gives each job a group of its own. */
export const sessionPids = (leader: number): number[] => {
  try {
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name) && sessionOf(name) === leader)
      .map(Number);
  } catch {
    return [leader];
  }
};

/** Signals every process of the session; those that are gone already are no error. */
export const signalSession = (leader: number, signal: NodeJS.Signals): void => {
  for (const pid of sessionPids(leader)) {
    try {
      process.kill(pid, signal);
    } catch {
      // Ended between the listing and the signal.
    }
  }
};

/** Kills what is left of the session and settles when none of it is alive. */
export const killSession = async (leader: number): Promise<void> => {
  while (sessionPids(leader).length > 0) {
    signalSession(leader, 'SIGKILL');
    await delay(5);
  }
};
