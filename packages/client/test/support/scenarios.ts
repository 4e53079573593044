const {EDGE_LIST_SCENARIOS: factor, EDGE_THOROUGH} = process.env;
const share = EDGE_THOROUGH === undefined ? 0.1 : 0.2;

/** Number of runs of a property test: a tenth of `many`, in CI a fifth, or `many` times `EDGE_LIST_SCENARIOS`. */
export const scenarios = (many: number): number => Math.ceil(many * Number(factor ?? share));
