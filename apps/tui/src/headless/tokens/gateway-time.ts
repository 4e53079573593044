import type {Client} from '@edge-console/client';

/** The time of the gateway, in milliseconds since the epoch; undefined if it does not tell. */
export const gatewayTime = async ({errorLogs}: Client, signal: AbortSignal): Promise<number | undefined> => {
  const reply = await errorLogs
    .list({page_size: 1}, {signal})
    .withResponse()
    .catch(() => undefined);
  if (reply === undefined) return undefined;
  const {data, response} = reply;
  const time = data.time === undefined ? Date.parse(String(response.headers.date)) : data.time * 1000;
  return Number.isNaN(time) ? undefined : time;
};
