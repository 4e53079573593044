import type {Client} from '@edge-console/client';

interface FoundApplication {
  readonly agent: string;
  /** Id of the application. */
  readonly application: number;
}

export interface FoundApplications {
  /** The applications that have entries of the request. */
  readonly applications: readonly FoundApplication[];
  /** Number of applications whose entries were counted. */
  readonly asked: number;
  /** Whether all applications were counted, or enough to account for all entries. */
  readonly isWhole: boolean;
}

const MAX_ASKED = 180;
const PARALLEL = 6;

/**
 * Finds the applications that have entries of a request: rows do not name them (docs/contract.md#error-logs), but the
 * gateway counts by application. Ends when all entries of the request are accounted for.
 */
export const findApplications = async (
  client: Pick<Client, 'applications' | 'errorLogs'>,
  requestId: string,
  signal: AbortSignal,
): Promise<FoundApplications> => {
  const options = {signal};
  const entriesOf = async (application?: number): Promise<number> =>
    (await client.errorLogs.count(
      {req_id: requestId, ...(application !== undefined && {app_id: application})},
      options,
    )) ?? 0;
  const total = await entriesOf();
  const found: FoundApplication[] = [];
  const asked = new Set<number>();
  let entries = 0;
  let batch: FoundApplication[] = [];
  const countBatch = async (): Promise<void> => {
    const counts = await Promise.all(batch.map(({application}) => entriesOf(application)));
    found.push(...batch.filter((_, at) => (counts[at] ?? 0) > 0));
    entries += counts.reduce((sum, some) => sum + some, 0);
    batch = [];
  };
  const result = (isWhole: boolean): FoundApplications => ({applications: found, asked: asked.size, isWhole});
  for (const {id: agent} of await client.applications.agents(options)) {
    for await (const {id: application} of client.applications.items(agent, {}, options)) {
      if (asked.has(application)) continue;
      if (asked.size === MAX_ASKED) {
        await countBatch();
        return result(false);
      }
      asked.add(application);
      batch.push({agent: String(agent), application});
      if (batch.length === PARALLEL) await countBatch();
      if (total > 0 && entries >= total) return result(true);
    }
  }
  await countBatch();
  return result(true);
};
