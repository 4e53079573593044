/** The parts of a pane that take rows from its list. */
export interface ListParts {
  /** The preview of the selected row is on. */
  readonly preview: boolean;
  /** Rows of the banner. */
  readonly banner: number;
  /** Rows that stay above the others. */
  readonly pinned: number;
}

/** Rows of the parts of a list's pane. */
export interface ListLayout {
  /** Whether a rule separates the status line from the list. */
  readonly rules: boolean;
  readonly listRows: number;
  /** Pinned rows that are shown: at most a third of the rows. */
  readonly pinnedRows: number;
  /** 0 when the preview is not shown. */
  readonly previewRows: number;
}

/** Rows of the preview under the list. */
export const PREVIEW_ROWS = 5;
const ROOM_FOR_RULES = 12;
const ROOM_FOR_PREVIEW = 17;

/** The layout for a height: status line, banner, rule, column heads, rows, preview. A small one drops the preview first, then the rules. */
export const listLayout = (height: number, {preview, banner, pinned}: ListParts): ListLayout => {
  const rows = height - banner;
  const rules = rows >= ROOM_FOR_RULES;
  const previewRows = preview && rows >= ROOM_FOR_PREVIEW ? PREVIEW_ROWS : 0;
  const taken = 2 + (rules ? 1 : 0) + (previewRows > 0 ? previewRows + 1 : 0);
  const room = Math.max(1, rows - taken);
  const pinnedRows = Math.min(pinned, Math.floor(room / 3));
  return {rules, previewRows, pinnedRows, listRows: room - pinnedRows};
};

/** Rows for the details over the whole pane: all but the status line and its rule. */
export const detailRows = (rows: number): number => Math.max(1, rows - (rows >= ROOM_FOR_RULES ? 2 : 1));
