export interface SignalPorts {
  once(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
  removeListener(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
}

/** Handles the first SIGINT or SIGTERM. Each handler runs once, so a second signal ends the process. */
export const handleSignals = (ports: SignalPorts) => {
  const stop = new AbortController();
  let stoppedBy: 'interrupted' | 'terminated' | undefined;
  let listener: (() => void) | undefined;
  const stopAs = (exit: 'interrupted' | 'terminated'): void => {
    stoppedBy ??= exit;
    stop.abort();
  };
  const interrupt = (): void => {
    if (listener === undefined) stopAs('interrupted');
    else {
      ports.once('SIGINT', interrupt);
      listener();
    }
  };
  const terminate = (): void => stopAs('terminated');
  ports.once('SIGINT', interrupt);
  ports.once('SIGTERM', terminate);
  return {
    /** Aborted by SIGINT or SIGTERM. */
    signal: stop.signal,
    stoppedBy: () => stoppedBy,
    /** While a listener is set, SIGINT does not end the command. Returns a function that removes the listener. */
    onInterrupt(given: () => void): () => void {
      listener = given;
      return () => {
        listener = undefined;
      };
    },
    release(): void {
      ports.removeListener('SIGINT', interrupt);
      ports.removeListener('SIGTERM', terminate);
    },
  };
};
