const factor = process.env.EDGE_LIST_SCENARIOS;

/** Random scenarios of a property test: a fifth of `many`, or so many times `many` as `EDGE_LIST_SCENARIOS` says. */
export const scenarios = (many: number): number => Math.ceil(factor === undefined ? many / 5 : many * Number(factor));
