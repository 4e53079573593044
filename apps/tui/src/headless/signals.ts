export interface SignalPorts {
  once(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
  removeListener(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
}

/** Handles the first SIGINT or SIGTERM. Each handler runs once, so a second signal ends the process. */
export const handleSignals = (ports: SignalPorts) => {
  const stop = new AbortController();
  let stoppedBy: 'interrupted' | 'terminated' | undefined;
  const stopAs = (exit: 'interrupted' | 'terminated') => (): void => {
    stoppedBy ??= exit;
    stop.abort();
  };
  const [interrupt, terminate] = [stopAs('interrupted'), stopAs('terminated')];
  ports.once('SIGINT', interrupt);
  ports.once('SIGTERM', terminate);
  return {
    /** Aborted by SIGINT or SIGTERM. */
    signal: stop.signal,
    stoppedBy: () => stoppedBy,
    /** While a listener is set, SIGINT does not end the command. Returns a function that removes the listener. */
    onInterrupt(listener: () => void): () => void {
      const next = (): void => {
        ports.once('SIGINT', next);
        listener();
      };
      // Node.js drops a SIGINT that it received but has not emitted when its last handler is removed. So ^C that ended
      // the program of the listener does not also end the command.
      const swap = (from: () => void, to: () => void): void => {
        ports.removeListener('SIGINT', from);
        ports.once('SIGINT', to);
      };
      swap(interrupt, next);
      return () => swap(next, interrupt);
    },
    release(): void {
      ports.removeListener('SIGINT', interrupt);
      ports.removeListener('SIGTERM', terminate);
    },
  };
};
