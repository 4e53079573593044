import {StoreUnavailable} from '@edge-console/server/store';
import {Client, type ClientConfig, type PoolConfig} from 'pg';

export interface Hosts {
  readonly urls: readonly string[];
  /** With `target_session_attrs=read-write`, read-only hosts are skipped. */
  readonly readWrite: boolean;
  readonly shown: string;
}

const PARTS = /^([^/]*\/\/)([^/?#@]*@)?([^/?#@]*)((?:\/[^?#@]*)?)((?:\?.*)?)$/;

const refuse = (reason: string): never => {
  throw new RangeError(`the database URL: ${reason}`);
};

/**
 * Parses a URL with one or more hosts like libpq. Throws a RangeError, without the password, for an unsupported URL.
 */
export const readHosts = (url: string): Hosts => {
  const [, scheme = '', user = '', authority = '', path = '', query = ''] = PARTS.exec(url) ?? [];
  const base = `${scheme}${user}localhost${path}${query}`;
  // With @, /, ? or # in a password, the driver would take a part of it for the host and show that part in errors.
  if (!URL.canParse(base)) return refuse('write @, /, ? and # in a user or password as %40, %2F, %3F and %23');
  const {searchParams} = new URL(base);
  const target = searchParams.get('target_session_attrs') ?? 'any';
  if (target !== 'any' && target !== 'read-write') return refuse('target_session_attrs must be any or read-write');
  const hosts = (searchParams.get('host') || authority).split(',');
  const ports = searchParams.get('port')?.split(',') ?? [];
  if (ports.length > 1 && ports.length !== hosts.length)
    return refuse(`it has ${ports.length} ports for ${hosts.length} hosts; give one for all, or one each`);
  const urlOf = (text: string, at: number): string => {
    const [, v6, name, port = ''] =
      /^(?:\[(.*)\]|([^:]*))(?::(\d+))?$/.exec(text) ?? refuse('write hosts as HOST or HOST:PORT');
    const one = new URL(base);
    one.searchParams.set('host', v6 ?? decodeURIComponent(name ?? ''));
    one.searchParams.set('port', (ports.length > 1 ? ports[at] : ports[0]) || port);
    return one.href;
  };
  return {
    urls: hosts.length > 1 ? hosts.map(urlOf) : [url],
    readWrite: target === 'read-write',
    shown: `${scheme}${authority}${path}`,
  };
};

interface HostChooser {
  readonly HostClient: NonNullable<PoolConfig['Client']>;
  /** Repeats `connect` until a host accepts the connection. Rejects once every host has failed. */
  tryHosts<T>(connect: () => Promise<T>): Promise<T>;
}

/** New connections use the host of the previous connection or, after a failed attempt, the next one. */
export const hostChooser = ({urls, readWrite}: Hosts): HostChooser => {
  let current = 0;
  class HostClient extends Client {
    readonly #host = current;

    constructor(config?: ClientConfig) {
      super({...config, connectionString: urls[current]});
    }

    override connect(callback?: (...result: never[]) => void): Promise<Client> & undefined {
      const connected = this.#connect();
      const done = callback as ((error?: unknown) => void) | undefined;
      if (done) connected.then(() => done(), done);
      return connected as Promise<Client> & undefined;
    }

    async #connect(): Promise<Client> {
      try {
        await super.connect();
        if (readWrite) await assertReadWrite(this);
        return this;
      } catch (error) {
        if (current === this.#host) current = (current + 1) % urls.length;
        throw error;
      }
    }
  }
  const tryHosts = async <T>(connect: () => Promise<T>): Promise<T> => {
    const failures = new Set<string>();
    for (let attempt = 1; ; attempt++) {
      const host = current;
      try {
        return await connect();
      } catch (error) {
        // As in libpq, a failed authentication ends the attempts.
        if (!(error instanceof StoreUnavailable)) throw error;
        failures.add(error.message);
        // If `current` has not changed, no host failed, but all connections of the pool are in use.
        if (attempt >= urls.length || current === host) throw new StoreUnavailable([...failures].join('; '));
      }
    }
  };
  return {HostClient, tryHosts};
};

const assertReadWrite = async (client: Client): Promise<void> => {
  const {rows} = await client.query('show transaction_read_only');
  if (rows[0]?.transaction_read_only === 'off') return;
  await client.end();
  throw new StoreUnavailable('the database is read-only');
};
