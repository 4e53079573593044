import {keyLabel} from '../commands/key-name.ts';
import type {LiveBinding} from '../core/screen.ts';
import {cellWidth} from '../text/width.ts';
import type {Paint} from '../theme/theme.ts';

/** The keys worth knowing here, as many as fit; those of the global layer are kept longest. */
export const footerLine = (
  front: readonly LiveBinding[],
  global: readonly LiveBinding[],
  {paint, columns}: {paint: Paint; columns: number},
): string => {
  const usable = (binding: LiveBinding): boolean =>
    binding.footer && binding.keys.length > 0 && binding.disabledReason === undefined;
  const always = global.filter(usable).map(partOf);
  const shown: Part[] = [];
  let used = cells(always);
  for (const part of front.filter(usable).map(partOf)) {
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

const partOf = (binding: LiveBinding): Part => {
  const key = keyLabel(binding.keys[0] ?? '');
  return {key, label: binding.label, cells: cellWidth(key) + 1 + cellWidth(binding.label)};
};

const cells = (parts: readonly Part[]): number => parts.reduce((sum, part) => sum + part.cells + GAP.length, 0);
