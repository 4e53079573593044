/** Keys since the last collection that make another one worth its time. */
const MANY_KEYS = 100;
const PAUSE_MS = 5_000;

/**
 * Returns memory to the system once the operator pauses after many keys: V8 keeps several times what is in use, until it
 * needs to collect. Takes about 100 ms, too long between two keys. Call the returned function at every key.
 */
export const collectInPauses = (): (() => void) => {
  let keys = 0;
  let timer: NodeJS.Timeout | undefined;
  return () => {
    keys++;
    clearTimeout(timer);
    if (keys < MANY_KEYS) return;
    timer = setTimeout(() => {
      keys = 0;
      void collectGarbage();
    }, PAUSE_MS).unref();
  };
};

const collectGarbage = async (): Promise<void> => {
  const {Session} = await import('node:inspector/promises');
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
};
