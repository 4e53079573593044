/** Random courses of a list that a property runs; CI runs `EDGE_LIST_COURSES` times as many. */
export const courses = (many: number): number => many * Number(process.env.EDGE_LIST_COURSES ?? 1);
