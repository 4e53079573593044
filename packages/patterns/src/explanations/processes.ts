import {type Explanation, nginx} from './explanation.ts';

const NOTHING = ['Nothing, if it was intended'];

const start = (what: string): Explanation => ({
  meaning: `The master started ${what}.`,
  causes: ['A start or reload of nginx', 'A process that exited before'],
  checks: ['An exit by a signal just before this line', ...NOTHING],
  ...nginx('os/unix/ngx_process.c:206'),
});

const exited = (what: string): Explanation => ({
  meaning: `${what} exited; code 0 is the normal end, such as after a reload.`,
  causes: ['A reload or stop of nginx', 'With another code: a failure at the start of the process'],
  checks: ['The code; if it is not 0, the lines of this process before'],
  ...nginx('os/unix/ngx_process.c:546'),
});

const signal = (meaning: string, causes: readonly string[], hash = ''): Explanation => ({
  meaning,
  causes,
  checks: ['Who sent the signal: the process in “received from”', ...NOTHING],
  ...nginx('os/unix/ngx_process.c:445', `control.html${hash}`),
});

const RELOAD = signal(
  'The master reads its configuration again and starts new workers; old ones finish their requests.',
  ['nginx -s reload, or a deploy'],
  '#reconfiguration',
);
const CHILD = signal('A child process ended; the next lines say which one and how.', ['A reload, a stop or a crash']);
const QUIT = signal('nginx stops after its requests are finished.', ['nginx -s quit, or a service that stops']);
const TERM = signal('nginx stops at once; running requests are cut.', ['nginx -s stop, or a service that stops']);
const REOPEN = signal('nginx opens its log files again.', ['Log rotation, or nginx -s reopen'], '#logs');

export const PROCESSES: Readonly<Record<string, Explanation>> = {
  'worker-start': start('a worker'),
  'cache-manager-start': start('the cache manager, which removes old files from caches'),
  'cache-loader-start': start('the cache loader, which reads the names of cached files into memory'),
  'worker-processes-start': {
    meaning: 'The master starts its workers.',
    causes: ['A start or reload of nginx'],
    checks: NOTHING,
    ...nginx('os/unix/ngx_process_cycle.c:340'),
  },
  'worker-exited': exited('A worker'),
  'cache-manager-exited': exited('The cache manager'),
  'cache-loader-exited': exited('The cache loader, as it does about a minute after a start,'),
  'worker-fatal': {
    meaning: 'A worker could not start and is not started again.',
    causes: ['The user or a limit that the configuration names cannot be set', 'A failure in a module'],
    checks: ['The lines of this worker before'],
    ...nginx('os/unix/ngx_process.c:552'),
  },
  'worker-signal': {
    meaning:
      'A worker was killed by a signal and is started again; its requests were cut. 9 is often the out-of-memory killer, 11 a crash.',
    causes: ['A bug in a module or library', 'No memory'],
    checks: ['Kernel log at this time', 'Modules and their versions'],
    ...nginx('os/unix/ngx_process.c:540'),
  },
  'worker-core-dumped': {
    meaning: 'A worker crashed, left a core dump and is started again; its requests were cut.',
    causes: ['A bug in a module or library'],
    checks: ['The stack in the core dump', 'Modules and their versions'],
    ...nginx('os/unix/ngx_process.c:535', 'ngx_core_module.html#working_directory'),
  },
  'process-locked-zone': {
    meaning:
      'A process ended while it had locked a zone of shared memory; nginx unlocked the zone. Its data may be broken.',
    causes: ['A crash or kill -9 of a worker'],
    checks: ['The exit of that process', 'A restart, if errors of the zone follow'],
    ...nginx('os/unix/ngx_process.c:603'),
  },
  'signal-reconfigure': RELOAD,
  'signal-reconfigure-from': RELOAD,
  'signal-child': CHILD,
  'signal-child-from': CHILD,
  'signal-quit': QUIT,
  'signal-quit-from': QUIT,
  'signal-term': TERM,
  'signal-term-from': TERM,
  'signal-int': TERM,
  'signal-int-from': TERM,
  'signal-reopen': REOPEN,
  'signal-reopen-from': REOPEN,
  'signal-io': signal('A message between the master and its processes arrived. It is part of every start and reload.', [
    'A start, reload or exit of a process',
  ]),
  'signal-alarm': signal(
    'The timer of a master that stops at once: it waits for its workers, and kills them after about a second.',
    ['nginx -s stop, or a service that stops, while workers are busy'],
  ),
  'signal-winch': signal(
    'The workers take no new connections and stop after their requests are finished; the master stays.',
    ['An upgrade of the binary'],
    '#upgrade',
  ),
  'signal-upgrade': signal(
    'The master starts another binary, which gets the open sockets.',
    ['An upgrade without a stop (SIGUSR2)'],
    '#upgrade',
  ),
  'execve-failed': {
    meaning: 'The new binary of an upgrade could not be started; the old nginx goes on.',
    causes: [
      'The path of the binary, as nginx was started with it, does not exist (2)',
      'nginx was started without a full path',
    ],
    checks: ['The path in quotes', 'How the service starts nginx'],
    ...nginx('os/unix/ngx_process.c:275', 'control.html#upgrade'),
  },
  'new-binary-exited': exited('The new binary of an upgrade'),
  'bind-again': {
    meaning: 'nginx could not listen at an address, named in the line before, and tries again in half a second.',
    causes: ['Another process listens there, often an nginx that is about to stop'],
    checks: ['Whether “still could not bind” follows'],
    ...nginx('core/ngx_connection.c:700'),
  },
  'signal-process-started': {
    meaning: 'The command nginx -s sent its signal to the master.',
    causes: ['nginx -s reload, stop, quit or reopen'],
    checks: NOTHING,
    ...nginx('core/ngx_cycle.c:1091', 'control.html'),
  },
  reconfiguring: {
    meaning: 'The master reads its configuration again.',
    causes: ['nginx -s reload, or a deploy'],
    checks: ['Lines with [emerg] after this one: then the old configuration stays in use'],
    ...nginx('os/unix/ngx_process_cycle.c:223', 'control.html#reconfiguration'),
  },
  'reopening-logs': {
    meaning: 'nginx opens its log files again.',
    causes: ['Log rotation, or nginx -s reopen'],
    checks: ['That new lines arrive in the new file'],
    ...nginx('os/unix/ngx_process_cycle.c:256', 'control.html#logs'),
  },
  'changing-binary': {
    meaning: 'The master starts another binary, which gets the open sockets.',
    causes: ['An upgrade without a stop (SIGUSR2)'],
    checks: ['The lines of the new master'],
    ...nginx('os/unix/ngx_process_cycle.c:264', 'control.html#upgrade'),
  },
  'gracefully-shutting-down': {
    meaning: 'A worker takes no new connections, and exits after its requests are finished.',
    causes: ['A reload, or nginx -s quit'],
    checks: ['Workers that stay long: WebSockets or downloads keep them; worker_shutdown_timeout ends them'],
    ...nginx('os/unix/ngx_process_cycle.c:730', 'ngx_core_module.html#worker_shutdown_timeout'),
  },
  exiting: {
    meaning: 'A process of nginx is about to exit.',
    causes: ['A reload or stop of nginx'],
    checks: NOTHING,
    ...nginx('os/unix/ngx_process_cycle.c:714'),
  },
  exit: {
    meaning: 'A process of nginx exited.',
    causes: ['A reload or stop of nginx'],
    checks: NOTHING,
    ...nginx('os/unix/ngx_process_cycle.c:1003'),
  },
  aborting: {
    meaning: 'A worker ended itself with a core dump because connections were left at its exit (debug_points abort).',
    causes: ['debug_points abort in the configuration'],
    checks: ['The core dump', 'debug_points'],
    ...nginx('os/unix/ngx_process_cycle.c:977', 'ngx_core_module.html#debug_points'),
  },
  'open-socket-left': {
    meaning: 'A worker exited with an open connection: a leak, of nginx or of a module.',
    causes: ['A bug in a module', 'A worker that was stopped at once'],
    checks: ['Modules and their versions', 'Whether it is at every reload'],
    ...nginx('os/unix/ngx_process_cycle.c:969'),
  },
  version: {
    meaning: 'nginx started or was reloaded; this is its version.',
    causes: ['A start or reload of nginx'],
    checks: NOTHING,
    ...nginx('os/unix/ngx_posix_init.c:101'),
  },
  'built-by': {
    meaning: 'nginx started; this is the compiler of its binary.',
    causes: ['A start of nginx'],
    checks: NOTHING,
    ...nginx('os/unix/ngx_posix_init.c:104'),
  },
  os: {
    meaning: 'nginx started; this is the operating system of the node.',
    causes: ['A start of nginx'],
    checks: NOTHING,
    ...nginx('os/unix/ngx_linux_init.c:58'),
  },
  nofile: {
    meaning: 'nginx started; these are the soft and hard limit of open files.',
    causes: ['A start of nginx'],
    checks: ['That the limit is at least twice worker_connections, if nginx is a proxy'],
    ...nginx('os/unix/ngx_posix_init.c:111', 'ngx_core_module.html#worker_rlimit_nofile'),
  },
  'event-method': {
    meaning: 'nginx started or was reloaded, and waits for events with this method.',
    causes: ['A start or reload of nginx'],
    checks: NOTHING,
    ...nginx('event/ngx_event.c:485'),
  },
  'inherited-sockets': {
    meaning: 'A new binary took over the open sockets of the old one.',
    causes: ['An upgrade without a stop'],
    checks: NOTHING,
    ...nginx('core/nginx.c:471', 'control.html#upgrade'),
  },
};
