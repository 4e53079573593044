import type {Writes} from '../core/connection/writes.ts';
import type {DialogIntent} from '../core/screen.ts';
import {confirmDialog} from './confirm.ts';

export interface PermitRequest {
  readonly writes: Writes;
  /** Duration of the permit in milliseconds. */
  readonly ms: number;
  readonly title: string;
  /** A sentence that says what the permit allows. */
  readonly text: string;
}

/** Asks for the name of the profile, and then permits changes for `ms` milliseconds. */
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
