import type {LiveCommand} from '../../commands/command.ts';
import type {Writes} from '../../core/connection/writes.ts';
import {confirmDialog} from '../../dialogs/confirm-dialog.ts';
import {plural} from '../../format/number.ts';
import {sanitise} from '../../text/sanitise.ts';
import type {Shell} from '../app.ts';

const CHANGE_MS = 10 * 60_000;
const MINUTE_MS = 60_000;

export const createPermits = ({host, flash}: Shell) => {
  const current = (): Writes | undefined => host.env().connection?.writes;

  const permit = (writes: Writes, {ms, title, text}: {ms: number; title: string; text: string}, then: () => void) => {
    const choices = [{label: 'permit', carryOut: async () => writes.permit(ms)}];
    const dialog = confirmDialog({title, lines: [text], typed: writes.name, choices}, () => undefined);
    host.push(over => dialog.open(over, then));
  };
  const guard = (command: LiveCommand): LiveCommand => {
    const writes = current();
    if (!command.changes || writes === undefined) return command;
    if (writes.policy !== 'confirm') {
      const reason = writes.refusal();
      if (reason === undefined) return command;
      const hint = writes.policy === 'timed' ? '; {global.elevate} permits changes for some minutes' : '';
      return {...command, disabledReason: `${sanitise(reason)}${hint}`};
    }
    const text = `${command.title}: this changes ${writes.name}.`;
    const request = {ms: CHANGE_MS, title: `Change ${sanitise(writes.name)}`, text};
    return {...command, run: values => permit(writes, request, () => command.run(values))};
  };

  return {
    guard,
    elevationProblem: (): string | undefined =>
      current()?.policy === 'timed' ? undefined : 'the write policy of the profile is not timed',
    endProblem: (): string | undefined =>
      current()?.permittedUntil() === undefined ? 'changes are not permitted for a time' : undefined,
    elevate(minutes: number): void {
      const writes = current();
      if (writes === undefined) return;
      const time = plural(minutes, 'minute');
      const text = `Changes of ${writes.name} are permitted for ${time}, or until :end-elevation.`;
      permit(writes, {ms: minutes * MINUTE_MS, title: 'Permit changes', text}, () => {
        flash('ok', `Changes of ${sanitise(writes.name)} are permitted for ${time}.`);
        host.changed();
      });
    },
    end(): void {
      current()?.end();
      flash('ok', 'No changes are permitted from now on.');
      host.changed();
    },
  };
};
