/** Random scenarios of a property test; `EDGE_LIST_SCENARIOS` multiplies them. */
export const scenarios = (many: number): number => many * Number(process.env.EDGE_LIST_SCENARIOS ?? 1);
