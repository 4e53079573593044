/** Rows of the parts of a list's pane. */
export interface ListLayout {
  /** Whether a rule separates the status line from the list. */
  readonly rules: boolean;
  readonly listRows: number;
  /** 0 when the pane under the list is not shown. */
  readonly paneRows: number;
}

const PANE_ROWS = 5;
const ROOM_FOR_RULES = 12;
const ROOM_FOR_PANE = 17;

/** The layout for a height: status line, rule, column heads, rows, pane. A small one drops the pane first, then the rules. */
export const listLayout = (rows: number, pane: boolean): ListLayout => {
  const rules = rows >= ROOM_FOR_RULES;
  const paneRows = pane && rows >= ROOM_FOR_PANE ? PANE_ROWS : 0;
  const taken = 2 + (rules ? 1 : 0) + (paneRows > 0 ? paneRows + 1 : 0);
  return {rules, paneRows, listRows: Math.max(1, rows - taken)};
};

/** Rows for the details over the whole pane: all but the status line and its rule. */
export const detailRows = (rows: number): number => Math.max(1, rows - (rows >= ROOM_FOR_RULES ? 2 : 1));
