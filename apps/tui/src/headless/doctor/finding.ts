import {type CommandFailure, failureOf} from '../exit.ts';

/** Texts are sanitised and contain no secret. */
export interface Finding {
  readonly result: 'ok' | 'warn' | 'fail';
  readonly text: string;
  readonly remedy?: string;
}

const finding =
  (result: Finding['result']) =>
  (text: string, remedy = ''): Finding => ({result, text, ...(remedy !== '' && {remedy})});

export const ok = finding('ok');
export const warn = finding('warn');
export const fail = finding('fail');

export const findingOf = async (
  check: () => Finding | Promise<Finding>,
  onFailure: (failure: CommandFailure) => Finding,
): Promise<Finding> => {
  try {
    return await check();
  } catch (error) {
    return onFailure(failureOf(error));
  }
};
