import {interleave, median} from '../../measure/stats.ts';
import type {Terminal} from '../../measure/terminal.ts';
import {type Row, verdict} from '../../row.ts';

const BUDGET = 1.3;
/** Last word of the last row: the frame is complete. */
const LAST_WORD = 'quit';

const untilFrame = async (terminal: Terminal): Promise<number> => {
  const at = await terminal.waitFor(LAST_WORD);
  await terminal.close();
  return at - terminal.startedAt;
};

/** Time from process start to the first full frame, without profile and network. */
export const firstFrame: Row = {
  name: 'first-frame',
  run: async ({programs, quick}) => {
    const rounds = quick ? 5 : 25;
    const samples = await interleave(
      rounds,
      () => untilFrame(programs.openConsole()),
      () => untilFrame(programs.openBare('bare-screen')),
    );
    const [console, bare] = [median(samples.subject), median(samples.baseline)];
    return [
      {
        what: 'first full frame of `edge-console`, empty profile, no network',
        budget: `≤ ${BUDGET} ×`,
        measured: `${console.toFixed(0)} ms`,
        against: `bundled bare Ink screen, compile cache: ${bare.toFixed(0)} ms`,
        ratio: console / bare,
        runs: `${rounds} + ${rounds}`,
        verdict: verdict(console / bare <= BUDGET),
      },
    ];
  },
};
