import {execFileSync} from 'node:child_process';
import {onTestFinished} from 'vitest';
import {openFrame} from '../frames/frame.tsx';

type Gateway = Pick<Parameters<typeof openFrame>[0], 'url' | 'trust' | 'copyProblem'>;

/** Opens a tab of the console on a gateway, and runs command lines there. */
export const openView = async (gateway: Gateway, tab: string, lines: readonly string[]) => {
  const frame = await openFrame({...gateway, tab, size: {columns: 120, rows: 36}});
  onTestFinished(() => frame.close());
  const command = async (line: string): Promise<void> => {
    await frame.press('command-line');
    frame.type(line);
    await frame.press('run');
  };
  for (const line of lines) await command(line);
  return {
    frame,
    command,
    /** The command line copies a text and opens a dialog, which is closed. */
    async copied(line: string): Promise<string> {
      await command(line);
      await frame.press('close');
      return frame.copied.at(-1) ?? '';
    },
    /** The result of {@link keyOf} for all rows, from the top. */
    async ids(): Promise<readonly string[]> {
      const ids: string[] = [];
      await frame.press('first');
      for (;;) {
        frame.copied.length = 0;
        await frame.press('copy-json');
        const [row] = frame.copied;
        const id = row === undefined ? undefined : keyOf(JSON.parse(row));
        if (id === undefined || id === ids.at(-1)) return ids;
        ids.push(id);
        await frame.press('down');
      }
    },
  };
};

/** A row's key is its id, the value that it counts, its causes, or the start of its time range. */
export const keyOf = ({id, dimension, value, from, ...row}: Readonly<Record<string, unknown>>): string => {
  if (Array.isArray(row.causes)) return [row.kind, row.count, ...row.causes.map(keyOf)].join(' ');
  if (from !== undefined) return String(typeof from === 'number' ? from : Date.parse(String(from)) / 1000);
  return dimension === undefined ? String(id) : `${dimension} ${value}`;
};

export const wordsOf = (line: string): string[] =>
  execFileSync('/bin/sh', ['-c', `printf '%s\\0' ${line}`])
    .toString('utf8')
    .split('\0')
    .slice(0, -1);
