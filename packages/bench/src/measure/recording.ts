// Imported by path, because the package of the console does not export its test support.
import {createTerminal, rowsOf} from '../../../../apps/tui/test/pty/terminal-screen.ts';
import {FRAME_END} from './log-list.ts';
import type {Terminal} from './terminal.ts';

/** A complete screen, and the time of its last byte by `performance.now()`. */
export interface Frame {
  readonly at: number;
  readonly rows: readonly string[];
}

/** Call `frames` after the measurement, because it takes CPU time. */
export const record = (terminal: Terminal): {frames(): Promise<readonly Frame[]>} => {
  const chunks: {readonly text: string; readonly at: number}[] = [];
  terminal.onOutput((text, at) => chunks.push({text, at}));
  return {
    frames: async () => {
      const emulator = createTerminal(120, 40);
      const frames: Frame[] = [];
      let written = '';
      for (const {text, at} of chunks) {
        const parts = (written + text).split(FRAME_END);
        written = parts.pop() ?? '';
        for (const part of parts) {
          await new Promise<void>(done => emulator.write(part + FRAME_END, done));
          frames.push({at, rows: rowsOf(emulator)});
        }
      }
      emulator.dispose();
      return frames;
    },
  };
};
