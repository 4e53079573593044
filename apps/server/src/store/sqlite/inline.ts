import type {Connection} from './connection.ts';
import {openExecutor} from './executor.ts';

/**
 * A database in memory without a thread of its own: it starts in a few ms and takes 13 MB less, which counts when tests
 * start servers by the hundred. A slow query blocks the event loop, so that it is for small data.
 */
export const openInline = (): Connection => {
  const {execute, close} = openExecutor(':memory:');
  return {
    run: async (text, parameters) => execute(text, parameters),
    close: async () => close(),
  };
};
