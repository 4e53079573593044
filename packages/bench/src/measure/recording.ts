// What the console's own tests look at cells with; it is no part of the package.
import {createTerminal, rowsOf} from '../../../../apps/tui/test/pty/screen.ts';
import {FRAME_END} from './log-list.ts';
import type {Terminal} from './terminal.ts';

/** A whole screen, and when the last byte of it came. */
export interface Frame {
  readonly at: number;
  readonly rows: readonly string[];
}

/**
 * Keeps all that a program of 120×40 writes from its start on. The frames are made when the measuring is over: an
 * emulator that runs at the same time would be measured too.
 */
export const record = (terminal: Terminal): {frames(): Promise<readonly Frame[]>} => {
  const pieces: {readonly text: string; readonly at: number}[] = [];
  terminal.listen((text, at) => pieces.push({text, at}));
  return {
    frames: async () => {
      const emulator = createTerminal(120, 40);
      const frames: Frame[] = [];
      let written = '';
      for (const {text, at} of pieces) {
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
