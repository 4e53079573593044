import {runFullScreen as run} from '../../apps/tui/src/run/full-screen.tsx';
import {ready} from './yoga.mjs';

export const runFullScreen = async (...args) => {
  await ready;
  return run(...args);
};
