/** One statement for the worker that owns the database. */
export interface WorkerRequest {
  readonly id: number;
  readonly text: string;
  readonly parameters: readonly unknown[];
}

export type WorkerAnswer =
  | {readonly id: number; readonly rows: readonly unknown[]; readonly changes: number; readonly insertId: number}
  | {readonly id: number; readonly failure: string /** SQLite's own number of the failure. */; readonly code: number};
