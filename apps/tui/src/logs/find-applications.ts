import type {Client} from '@edge-console/client';

interface FoundApplication {
  readonly agent: string;
  /** Its id. */
  readonly application: number;
}

export interface FoundApplications {
  /** Those with entries of the request. */
  readonly applications: readonly FoundApplication[];
  /** Applications whose entries were counted. */
  readonly asked: number;
  /** Whether that was all of them. */
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
  const count = async (batch: readonly FoundApplication[]): Promise<void> => {
    const counts = await Promise.all(batch.map(({application}) => entriesOf(application)));
    for (const [at, one] of batch.entries()) if ((counts[at] ?? 0) > 0) found.push(one);
    entries += counts.reduce((sum, some) => sum + some, 0);
  };
  let batch: FoundApplication[] = [];
  for (const {id: agent} of await client.applications.agents(options)) {
    for await (const {items} of client.applications.pages(agent, {}, options)) {
      for (const {id: application} of items) {
        if (asked.has(application)) continue;
        if (asked.size === MAX_ASKED) {
          await count(batch);
          return {applications: found, asked: asked.size, isWhole: false};
        }
        asked.add(application);
        batch.push({agent: String(agent), application});
        if (batch.length < PARALLEL) continue;
        await count(batch);
        batch = [];
        if (total > 0 && entries >= total) return {applications: found, asked: asked.size, isWhole: true};
      }
    }
  }
  await count(batch);
  return {applications: found, asked: asked.size, isWhole: true};
};
