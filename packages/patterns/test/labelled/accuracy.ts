/** Accuracy measures of Loghub-2.0 (Jiang et al., ISSTA 2024), each from 0 to 1. */
export type Accuracy = {readonly GA: number; readonly FGA: number; readonly PA: number; readonly FTA: number};

/** A mined message: its true template, the id of the pattern that it belongs to, and the template of that pattern. */
export type Judged = {readonly truth: string; readonly group: string; readonly template: string};

const tokens = (template: string): string => template.trim().split(/\s+/).join(' ');
const f1 = (correct: number, predicted: number, truth: number): number =>
  predicted === 0 || truth === 0 ? 0 : (2 * correct) / (predicted + truth);

/**
 * Computes the accuracy measures. A group is the messages of one pattern; a true group is the messages of one true
 * template.
 *
 * - GA: share of messages whose group has exactly the messages of their true group.
 * - FGA: F1 score of the groups that equal a true group.
 * - PA: share of messages whose template has the same tokens as the true template.
 * - FTA: F1 score of the groups that equal a true group and have its template.
 */
export const accuracyOf = (judged: readonly Judged[]): Accuracy => {
  const truths = Map.groupBy(judged, ({truth}) => truth);
  const groups = Map.groupBy(judged, ({group}) => group);
  let [lines, correct, both] = [0, 0, 0];
  for (const members of groups.values()) {
    const truth = members[0]?.truth ?? '';
    if (members.some(other => other.truth !== truth) || truths.get(truth)?.length !== members.length) continue;
    correct++;
    lines += members.length;
    if (members.every(({template}) => tokens(template) === tokens(truth))) both++;
  }
  const parsed = judged.filter(({template, truth}) => tokens(template) === tokens(truth)).length;
  return {
    GA: lines / judged.length,
    FGA: f1(correct, groups.size, truths.size),
    PA: parsed / judged.length,
    FTA: f1(both, groups.size, truths.size),
  };
};

/** Describes errors for a failed test: true groups with several patterns, and patterns with several true groups. */
export const mistakes = (judged: readonly Judged[]): string[] => {
  const found: string[] = [];
  for (const [truth, members] of Map.groupBy(judged, each => each.truth)) {
    const groups = [...new Set(members.map(({template}) => template))];
    if (groups.length > 1) found.push(`split: ${truth}\n${groups.map(group => `    ${group}`).join('\n')}`);
  }
  for (const [, members] of Map.groupBy(judged, each => each.group)) {
    const truthsOf = [...new Set(members.map(({truth}) => truth))];
    if (truthsOf.length > 1)
      found.push(`mixed: ${members[0]?.template}\n${truthsOf.map(truth => `    ${truth}`).join('\n')}`);
  }
  return found;
};
