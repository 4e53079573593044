/**
 * Lines for so many rows. Where there is too little room, blank lines go first, then the end of `head`, and `foot` last
 * of all: it holds what the operator has to see or answer.
 */
export const fitLines = (
  {head, foot}: {head: readonly string[]; foot: readonly string[]},
  rows: number,
): readonly string[] => {
  const whole = [...head, ...foot];
  if (whole.length <= rows) return whole;
  const [words, answers] = [head, foot].map(lines => lines.filter(line => line !== '')) as [string[], string[]];
  return [...words.slice(0, Math.max(0, rows - answers.length)), ...answers].slice(0, rows);
};
