export interface AppKind {
  readonly name: string;
  readonly exe: string;
  readonly commandLine: string;
  readonly cwd: string;
  readonly ports: readonly {readonly host: string; readonly port: number}[];
  readonly version: Readonly<Record<string, string>>;
  /** `kind` of the child processes in the `processes` of an application. Absent if there are none. */
  readonly worker?: string;
}

const any = (port: number) => ({host: '0.0.0.0', port});
const local = (port: number) => ({host: '127.0.0.1', port});

export const APP_KINDS: readonly [AppKind, ...AppKind[]] = [
  {
    name: 'edge-gateway',
    exe: '/usr/local/edge/nginx/sbin/nginx',
    commandLine: 'nginx: master process /usr/local/edge/nginx/sbin/nginx -p /usr/local/edge/node -c conf/nginx.conf',
    cwd: '/usr/local/edge/node',
    ports: [any(80), any(443)],
    version: {nginx: '1.27.4', openssl: '3.0.15', pcre2: '10.44', luajit: '2.1.1737', zlib: '1.3.1'},
    worker: 'worker',
  },
  {
    name: 'items-api',
    exe: '/usr/bin/node',
    commandLine: '/usr/bin/node --enable-source-maps /srv/items-api/dist/main.js --port 8080',
    cwd: '/srv/items-api',
    ports: [any(8080)],
    version: {node: '22.14.0', v8: '12.4.254', openssl: '3.0.15', zlib: '1.3.1'},
  },
  {
    name: 'redis',
    exe: '/usr/bin/redis-server',
    commandLine: '/usr/bin/redis-server 127.0.0.1:6379',
    cwd: '/var/lib/redis',
    ports: [local(6379)],
    version: {redis: '7.2.7', jemalloc: '5.3.0'},
  },
  {
    name: 'postgresql',
    exe: '/usr/lib/postgresql/16/bin/postgres',
    commandLine:
      '/usr/lib/postgresql/16/bin/postgres -D /var/lib/postgresql/16/main -c config_file=/etc/postgresql/16/main/postgresql.conf',
    cwd: '/var/lib/postgresql/16/main',
    ports: [local(5432), {host: '[::1]', port: 5432}],
    version: {postgresql: '16.8', openssl: '3.0.15', icu: '72.1'},
    worker: 'backend',
  },
  {
    name: 'checkout',
    exe: '/usr/lib/jvm/java-21/bin/java',
    commandLine:
      '/usr/lib/jvm/java-21/bin/java -Xms512m -Xmx2g -XX:+UseZGC -Dspring.profiles.active=production -jar /opt/checkout/checkout.jar',
    cwd: '/opt/checkout',
    ports: [any(8443), local(9001)],
    version: {java: '21.0.6', netty: '4.1.118'},
  },
  {
    name: 'search',
    exe: '/usr/bin/python3.12',
    commandLine: '/usr/bin/python3.12 /srv/search/.venv/bin/gunicorn search.app:app --bind 0.0.0.0:8000 --workers 4',
    cwd: '/srv/search',
    ports: [any(8000)],
    version: {python: '3.12.9', gunicorn: '23.0.0', openssl: '3.0.15'},
    worker: 'worker',
  },
  {
    name: 'php-fpm',
    exe: '/usr/sbin/php-fpm8.3',
    commandLine: 'php-fpm: master process (/etc/php/8.3/fpm/php-fpm.conf)',
    cwd: '/',
    ports: [local(9000)],
    version: {php: '8.3.17', openssl: '3.0.15', pcre2: '10.44'},
    worker: 'pool www',
  },
  {
    name: 'node-exporter',
    exe: '/usr/local/bin/node_exporter',
    commandLine: '/usr/local/bin/node_exporter --collector.systemd --web.listen-address=:9100',
    cwd: '/',
    ports: [any(9100)],
    version: {node_exporter: '1.8.2', go: '1.22.5'},
  },
  {
    name: 'memcached',
    exe: '/usr/bin/memcached',
    commandLine: '/usr/bin/memcached -m 1024 -p 11211 -u memcache -l 127.0.0.1',
    cwd: '/',
    ports: [local(11_211)],
    version: {memcached: '1.6.34', libevent: '2.1.12'},
  },
  {
    name: 'haproxy',
    exe: '/usr/sbin/haproxy',
    commandLine: '/usr/sbin/haproxy -Ws -f /etc/haproxy/haproxy.cfg -p /run/haproxy.pid',
    cwd: '/var/lib/haproxy',
    ports: [any(8081), local(8404)],
    version: {haproxy: '2.8.14', openssl: '3.0.15', lua: '5.4.6', pcre2: '10.44'},
    worker: 'worker',
  },
];
