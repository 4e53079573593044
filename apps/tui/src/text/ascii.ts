import {cellWidth, clustersOf} from './width.ts';

/** A sanitised text for terminals that show ASCII only: each other character becomes as many `?` as it had cells. */
export const toAscii = (text: string): string => {
  if (/^[\x20-\x7E]*$/.test(text)) return text;
  let out = '';
  for (const cluster of clustersOf(text)) {
    const isAscii = cluster.text.length === 1 && cluster.text >= ' ' && cluster.text <= '~';
    out += isAscii ? cluster.text : '?'.repeat(cellWidth(cluster.text));
  }
  return out;
};
