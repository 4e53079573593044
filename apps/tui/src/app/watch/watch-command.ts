import {toFailure} from '../../core/failure.ts';
import {sanitise} from '../../text/sanitise.ts';
import type {AppOptions, AppPorts, Shell} from '../app.ts';
import {createWatcher} from './watcher.ts';

type Live = () => Pick<AppOptions, 'messages' | 'parseWatch' | 'now'>;

export const createWatchCommand = (live: Live, ports: Pick<AppPorts, 'alarm'>, {host, flash}: Shell) => {
  const {start, stop, state} = createWatcher({
    now: () => live().now(),
    messages: () => live().messages,
    parse: (text, now) => live().parseWatch?.(text, now) ?? 'the console is still loading',
    changed: host.changed,
    ring: alarm => {
      const {connection} = host.env();
      const text = `${alarm.reason}: ${alarm.entry.log}`;
      flash('error', text);
      if (connection === undefined) return;
      ports.alarm(alarm, connection)?.then(problem => {
        if (problem !== undefined) flash('error', `${problem} The alarm: ${text}`);
      });
    },
    failed: error => flash('error', `The watch ended: ${toFailure(error).message}`),
  });

  return {
    state,
    stop,
    problem(text: string): string | undefined {
      const request = live().parseWatch?.(text, live().now());
      return typeof request === 'string' ? request : undefined;
    },
    /** `text` is a watch, such as `rate=10/min`, or `off`. */
    run(text: string): void {
      const {connection} = host.env();
      const before = state()?.text;
      if (text === 'off') {
        stop();
        if (before === undefined) flash('warn', 'There is no watch.');
        else flash('ok', `Stopped watching ${sanitise(before)}.`);
      } else if (connection === undefined) flash('warn', 'Not signed in.');
      else {
        start(text, connection.client);
        if (before !== undefined) flash('ok', `Watching ${sanitise(text)} in place of ${sanitise(before)}.`);
      }
    },
  };
};
