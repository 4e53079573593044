import type {Client} from '@edge-console/client';

interface FoundApplication {
  readonly agent: string;
  readonly application: number;
}

export interface FoundApplications {
  readonly applications: readonly FoundApplication[];
  readonly counted: number;
  /** If false, applications that were not counted may have logged the request too. */
  readonly isComplete: boolean;
}

const MAX_COUNTED = 180;
const PARALLEL = 6;

/** Entries do not name the application, so the gateway counts the entries of each application. */
export const findApplications = async (
  client: Pick<Client, 'applications' | 'errorLogs'>,
  requestId: string,
  signal: AbortSignal,
): Promise<FoundApplications> => {
  const options = {signal};
  const countEntries = async (query: {readonly app_id?: number}): Promise<number> =>
    (await client.errorLogs.count({req_id: requestId, ...query}, options)) ?? 0;
  const total = await countEntries({});
  const found: FoundApplication[] = [];
  const counted = new Set<number>();
  let entries = 0;
  let batch: FoundApplication[] = [];
  const countBatch = async (): Promise<void> => {
    const counts = await Promise.all(batch.map(({application}) => countEntries({app_id: application})));
    found.push(...batch.filter((_, at) => (counts[at] ?? 0) > 0));
    entries += counts.reduce((sum, some) => sum + some, 0);
    batch = [];
  };
  const result = (isComplete: boolean): FoundApplications => ({applications: found, counted: counted.size, isComplete});
  for (const {id: agent} of await client.applications.agents(options)) {
    for await (const {id: application} of client.applications.items(agent, {}, options)) {
      if (counted.has(application)) continue;
      if (counted.size === MAX_COUNTED) {
        await countBatch();
        return result(false);
      }
      counted.add(application);
      batch.push({agent: String(agent), application});
      if (batch.length === PARALLEL) await countBatch();
      if (total > 0 && entries >= total) return result(true);
    }
  }
  await countBatch();
  return result(true);
};
