import type {LiveCommand} from '../commands/command.ts';
import {keyLabel} from '../commands/key-name.ts';
import {cellWidth} from '../text/width.ts';
import type {Paint} from '../theme/theme.ts';

/** Keys of the commands that can run now, as many as fit; those of the global layer are cut last. */
export const footerLine = (
  front: readonly LiveCommand[],
  global: readonly LiveCommand[],
  {paint, columns}: {paint: Paint; columns: number},
): string => {
  const always = global.flatMap(partOf);
  const shown: Part[] = [];
  let used = cells(always);
  for (const part of front.flatMap(partOf)) {
    used += part.cells + GAP.length;
    if (used > columns - 2) break;
    shown.push(part);
  }
  const text = [...shown, ...always].map(part => `${paint('key', part.key)} ${part.label}`).join(GAP);
  return ` ${text}`;
};

const GAP = '   ';

interface Part {
  readonly key: string;
  readonly label: string;
  readonly cells: number;
}

const partOf = ({keys: [first], footer: label, disabledReason}: LiveCommand): Part[] => {
  if (first === undefined || label === undefined || disabledReason !== undefined) return [];
  const key = keyLabel(first);
  return [{key, label, cells: cellWidth(key) + 1 + cellWidth(label)}];
};

const cells = (parts: readonly Part[]): number => parts.reduce((sum, part) => sum + part.cells + GAP.length, 0);
