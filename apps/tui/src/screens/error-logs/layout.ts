import type {Size} from '../../core/screen.ts';
import type {ErrorLogsState} from './state.ts';

export interface LogsLayout {
  readonly rules: boolean;
  readonly listRows: number;
  /** 0 when the detail pane is not shown. */
  readonly detailRows: number;
}

const DETAIL_ROWS = 5;
const ROOM_FOR_RULES = 12;
const ROOM_FOR_DETAIL = 17;

/** What a pane of a size has room for: the detail pane goes first, then the rules. */
export const logsLayout = ({rows}: Size, state: Pick<ErrorLogsState, 'detail'>): LogsLayout => {
  const rules = rows >= ROOM_FOR_RULES;
  const detailRows = state.detail === 'pane' && rows >= ROOM_FOR_DETAIL ? DETAIL_ROWS : 0;
  const taken = 2 + (rules ? 1 : 0) + (detailRows > 0 ? detailRows + 1 : 0);
  return {rules, detailRows, listRows: Math.max(1, rows - taken)};
};
