import type {Application} from '@edge-console/schema';

/** An application with its agent, since several agents can be shown in one list. */
export interface ApplicationRow extends Application {
  /** Id of the agent. */
  readonly agent: string;
  /** If the last request for the agent failed: when the row was received, in milliseconds since the epoch. */
  readonly staleSince?: number | undefined;
}

/** What a row has besides the fields of the gateway. */
type Remarks = Pick<ApplicationRow, 'raw' | 'staleSince'>;

/** Returns a row whose remarks are not enumerable, so that JSON omits them, as it does `raw` of an application. */
export const applicationRow = (
  application: Application,
  agent: string,
  remarks: Partial<Remarks> = {},
): ApplicationRow =>
  Object.defineProperties(
    {...application, agent} as ApplicationRow,
    Object.fromEntries(
      Object.entries({raw: application.raw, ...remarks}).map(([name, value]) => [name, {value, enumerable: false}]),
    ),
  );

/** Ids of applications are those within their agent. */
export const rowKey = ({agent, id}: Pick<ApplicationRow, 'agent' | 'id'>): string => `${agent} ${id}`;
