/** What {@link stopGroup} needs of the process; tests give their own. */
export type SignalPort = {
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  off(signal: NodeJS.Signals, listener: () => void): unknown;
  kill(pid: number, signal: NodeJS.Signals): unknown;
};

/** How long to wait for a stop that may never come: nothing can stop a process whose shell is gone. */
const STOP_GRACE_MS = 250;

/**
 * Stops the whole process group, as Ctrl-Z does outside of raw mode, and settles once it runs again. The group, because
 * the program may be a child of npx, pnpm or sh, and the shell gives its prompt back only when all of them stop.
 */
export const stopGroup = (port: SignalPort): Promise<void> =>
  new Promise(resolve => {
    const done = () => {
      clearTimeout(timer);
      port.off('SIGCONT', done);
      resolve();
    };
    // Ref'd: with stdin released nothing else may keep the process alive. It cannot fire while the process is stopped.
    // The extra turn lets a SIGCONT that arrived together with it be handled here, not taken for another one.
    const timer = setTimeout(() => setImmediate(done), STOP_GRACE_MS);
    port.on('SIGCONT', done);
    port.kill(0, 'SIGTSTP');
  });
