import type {Progress} from '../ingest/import.ts';

/** `[#####---------]  36 %  120,000 entries`, made for so many columns. */
export const progressLine = ({done, size, entries}: Progress, columns: number): string => {
  const share = size === 0 ? 1 : Math.min(done / size, 1);
  const told = ` ${String(Math.floor(share * 100)).padStart(3)} %  ${entries.toLocaleString('en')} entries`;
  // One column is left free: a full line would make some terminals scroll.
  const width = Math.min(40, columns - told.length - 3);
  if (width < 5) return told.trimStart().slice(0, Math.max(columns - 1, 0));
  const full = Math.round(share * width);
  return `[${'#'.repeat(full)}${'-'.repeat(width - full)}]${told}`;
};
