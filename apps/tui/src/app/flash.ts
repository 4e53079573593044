import type {App, AppOptions, Flash} from './app.ts';

const FLASH_MS = 5_000;

export const createFlashes = ({now, journal}: Pick<AppOptions, 'now' | 'journal'>, changed: () => void) => {
  let flash: Flash | undefined;
  // Why the journal could not record a change. The next message, which reports that change, includes this text.
  let problem: string | undefined;
  journal?.onProblem(text => {
    problem = text;
  });
  const show: App['flash'] = (tone, text, hint) => {
    flash = {tone, text, hint, until: now() + FLASH_MS};
    if (problem !== undefined) flash = {...flash, tone: tone === 'ok' ? 'warn' : tone, text: `${text} ${problem}`};
    problem = undefined;
    changed();
  };
  return {
    show,
    current: (): Flash | undefined => (flash !== undefined && flash.until > now() ? flash : undefined),
    clear: (): void => {
      flash = undefined;
    },
  };
};
