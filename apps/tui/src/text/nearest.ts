/** The word with the smallest edit distance, if that is at most a third of the length of `word`. */
export const nearest = (word: string, words: readonly string[]): string | undefined => {
  let best: string | undefined;
  let least = Math.floor(word.length / 3) + 1;
  for (const candidate of words) {
    const distance = editDistance(word, candidate);
    if (distance >= least) continue;
    best = candidate;
    least = distance;
  }
  return best;
};

/** Levenshtein distance. */
const editDistance = (left: string, right: string): number => {
  let row = Array.from({length: right.length + 1}, (_, at) => at);
  for (const [at, letter] of [...left].entries()) {
    const next = [at + 1];
    for (let to = 1; to <= right.length; to++) {
      const replaced = (row[to - 1] ?? 0) + (letter === right[to - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
};
