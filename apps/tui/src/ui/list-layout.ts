/** A pane with a list: status line, rule, column heads, rows. The rule is the first thing that a small one goes without. */
export const listLayout = (rows: number): {readonly rules: boolean; readonly listRows: number} => {
  const rules = rows >= 12;
  return {rules, listRows: Math.max(1, rows - (rules ? 3 : 2))};
};
