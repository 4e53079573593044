const factor = process.env.EDGE_LIST_SCENARIOS;

/** Number of runs of a property test: a fifth of `many`, or `many` times the variable `EDGE_LIST_SCENARIOS`. */
export const scenarios = (many: number): number => Math.ceil(factor === undefined ? many / 5 : many * Number(factor));
