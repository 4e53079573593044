import type {ResponseFacts} from '@edge-console/client';
import type {Connection} from '../../core/connection/connection.ts';
import {plural} from '../../format/number.ts';
import {duration} from '../../format/time.ts';
import {sanitise} from '../../text/sanitise.ts';
import {failureOf} from '../exit.ts';
import type {Host} from '../host.ts';
import {type Finding, fail, findingOf, ok, warn} from './finding.ts';

type Named = readonly [name: string, finding: Finding];

/** If a check fails, the checks that depend on it are skipped. */
export async function* checkGateway(host: Host): AsyncGenerator<Named, void, undefined> {
  let connection: Connection;
  try {
    connection = await host.connect();
  } catch (error) {
    yield ['gateway', warn(failureOf(error).message, 'Give --url or --profile to check a gateway.')];
    return;
  }
  const {url, client, tls, identity} = connection;
  const {signal} = host;
  const startedAt = host.now();
  const listed = await client.apiTokens.list({page_size: 1}, {signal}).withResponse().catch(failureOf);
  if ('exit' in listed && listed.exit !== 'unauthenticated' && listed.exit !== 'refused') {
    yield ['gateway', fail(listed.message, listed.hint)];
    return;
  }
  yield ['gateway', ok(`${url} responds in ${host.now() - startedAt} ms`)];
  yield ['tls', TLS[tls]];
  if ('exit' in listed) {
    const {exit, message, hint} = listed;
    yield ['identity', fail(message, exit === 'unauthenticated' ? 'Use login, or give an API token.' : hint)];
    return;
  }
  yield ['identity', ok(identity.kind === 'session' ? `session of ${sanitise(identity.username)}` : 'API token')];
  yield ['clock', await checkClock(connection, signal, listed.response)];
  yield ['agents', await checkAgents(connection, signal)];
}

const TLS: Readonly<Record<Connection['tls'], Finding>> = {
  none: warn('not used: credentials are sent in clear', 'Use an https URL.'),
  unverified: warn('any certificate is trusted', 'Use --ca-file or --pin-sha256.'),
  verified: ok('trusted by the authorities of this system'),
  ca: ok('trusted by the CA file'),
  pinned: ok('pinned certificate'),
};

const checkAgents = ({client}: Connection, signal: AbortSignal): Promise<Finding> =>
  findingOf(
    async () => ok(`the console lists ${plural((await client.applications.agents({signal})).length, 'agent')}`),
    ({exit, message, hint}) =>
      exit === 'not_found' ? ok('the console has no list; apps take an id') : warn(message, hint),
  );

/** A larger difference makes expiry times and time ranges misleading. */
const MAX_SKEW_MS = 5_000;

/** The gateway rounds its time down to whole seconds, so the time is half a second early on average. */
const HALF_SECOND_MS = 500;

const isSmall = (ms: number): boolean => Math.abs(ms) < MAX_SKEW_MS;

/** Checks the time in a response body too, because a proxy may have set the header Date. */
const checkClock = async ({client}: Connection, signal: AbortSignal, listed: ResponseFacts): Promise<Finding> => {
  // Only error logs have the gateway's time in the body (docs/contract.md#common-response-envelope).
  const logs = await client.errorLogs
    .list({page_size: 1}, {signal})
    .withResponse()
    .catch(() => undefined);
  const {headers, timing} = logs?.response ?? listed;
  const here = timing.startedAt.getTime() + timing.total / 2;
  const clocks = [
    {name: 'the header Date', gateway: Date.parse(String(headers.date))},
    {name: 'the time in responses', gateway: (logs?.data.time ?? Number.NaN) * 1000},
  ].flatMap(({name, gateway}) => (Number.isNaN(gateway) ? [] : {name, ahead: gateway + HALF_SECOND_MS - here}));
  const skews = clocks.map(({ahead}) => ahead);
  const [skew] = skews;
  if (skew === undefined) return warn('the gateway does not send its time');
  if (skews.every(isSmall)) return ok('agrees with the gateway');
  if (isSmall(Math.max(...skews) - Math.min(...skews))) {
    const text = `this machine is ${duration(Math.abs(skew))} ${skew > 0 ? 'behind' : 'ahead of'} the gateway`;
    return warn(text, 'Set the clock: expiries and relative times are off by this.');
  }
  const text = clocks.map(({name, ahead}) => {
    const difference = `is ${duration(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} this machine`;
    return `${name} ${isSmall(ahead) ? 'agrees' : difference}`;
  });
  return warn(
    text.join(', '),
    'Set the clock that is off: the time is that of the gateway, the header may be that of a proxy.',
  );
};
