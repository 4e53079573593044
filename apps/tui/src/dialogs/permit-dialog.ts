import type {DialogIntent} from '../core/screen.ts';
import type {Writes} from '../core/writes.ts';
import {confirmDialog} from './confirm.ts';

export interface PermitRequest {
  readonly writes: Writes;
  /** Milliseconds. */
  readonly ms: number;
  readonly title: string;
  /** What follows, as a sentence. */
  readonly text: string;
}

/** Asks for the name of the profile. Then permits changes for a time. */
export const permitDialog = ({writes, ms, title, text}: PermitRequest): DialogIntent<undefined> =>
  confirmDialog(
    {
      title,
      lines: [text],
      typed: writes.name,
      choices: [{label: 'permit', carryOut: async () => writes.permit(ms)}],
    },
    () => undefined,
  );
