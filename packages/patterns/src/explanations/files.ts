import {type Explanation, nginx} from './explanation.ts';

const dav = (reason: string, status: number, line: number): Explanation => ({
  meaning: `A WebDAV request was refused with ${status}: ${reason}.`,
  causes: ['A client that expects more of WebDAV than nginx has', 'A wrong path or header of the client'],
  checks: ['The request in the line', 'dav_methods of the location'],
  ...nginx(`http/modules/ngx_http_dav_module.c:${line}`, 'http/ngx_http_dav_module.html#dav_methods'),
});

const ssi = (problem: string, line: number): Explanation => ({
  meaning: `A page has a wrong SSI command: ${problem}. The page is sent with an error text in its place, or without one with ssi_silent_errors.`,
  causes: ['An error in the page', 'SSI that is on for pages of others'],
  checks: ['The command in the file of the request', 'ssi and ssi_types of the location'],
  ...nginx(`http/modules/ngx_http_ssi_filter_module.c:${line}`, 'http/ngx_http_ssi_module.html#commands'),
});

const mp4 = (problem: string, line: number): Explanation => ({
  meaning: `A file could not be read as MP4 for a request with start or end: ${problem}. The client gets 500.`,
  causes: ['The file is not MP4, is broken, or was not uploaded completely'],
  checks: ['The file, with ffprobe'],
  ...nginx(`http/modules/ngx_http_mp4_module.c:${line}`, 'http/ngx_http_mp4_module.html'),
});

const REGEX: Explanation = {
  meaning:
    'A regular expression could not be compiled. In a page with SSI, the condition is an error; in the configuration, nginx does not start.',
  causes: ['A missing parenthesis or bracket in the expression'],
  checks: ['The expression in quotes'],
  ...nginx('core/ngx_regex.c:187'),
};

const accessLog = (what: string, causes: readonly string[], line: number): Explanation => ({
  meaning: `A line of an access log ${what}. Requests are handled. nginx repeats the message once a minute at most.`,
  causes,
  checks: ['Free space of the disk with the file in quotes'],
  ...nginx(`http/modules/ngx_http_log_module.c:${line}`, 'http/ngx_http_log_module.html#access_log'),
});

export const FILES: Readonly<Record<string, Explanation>> = {
  'open-failed': {
    meaning:
      'A file could not be opened; the errno says why. A request for a static file gets 404 if it does not exist, 403 without the right, else 500.',
    causes: [
      'The file does not exist (2), often probes of scanners',
      'The worker may not read it or a directory above it (13)',
      'Too many open files (24)',
    ],
    checks: [
      'Whether the path is the intended one: root, alias, try_files',
      'Owner and mode of each directory on the path',
      'worker_rlimit_nofile for 24',
    ],
    ...nginx('http/modules/ngx_http_static_module.c:137', 'ngx_core_module.html#worker_rlimit_nofile'),
  },
  'openat-failed': {
    meaning:
      'A file was not opened because of disable_symlinks, or its errno; the client gets 403 for a symbolic link (40).',
    causes: ['A symbolic link on the path, with disable_symlinks', 'A file that does not exist (2)'],
    checks: ['The links on the path', 'disable_symlinks of the location'],
    ...nginx('http/modules/ngx_http_static_module.c:137', 'http/ngx_http_core_module.html#disable_symlinks'),
  },
  'stat-failed': {
    meaning: 'A file or directory could not be read; the errno says why. A request gets 404, 403 or 500 accordingly.',
    causes: [
      'The worker may not enter a directory above it (13)',
      'The path is too long (36) or has a file in its middle (20)',
    ],
    checks: ['Owner and mode of each directory on the path'],
    ...nginx('http/modules/ngx_http_index_module.c:347'),
  },
  'lstat-failed': {
    meaning:
      'A file or directory of a WebDAV request could not be read; the client gets 404, or 409 if a part of the path is no directory.',
    causes: ['DELETE, COPY or MOVE of a file that does not exist (2)', 'The worker may not enter a directory (13)'],
    checks: ['The path in the message', 'Owner and mode of each directory on the path'],
    ...nginx('http/modules/ngx_http_dav_module.c:1066', 'http/ngx_http_dav_module.html#dav_methods'),
  },
  'file-not-found': {
    meaning: 'The directory of a request for an index does not exist; the client gets 404.',
    causes: ['A wrong link, a probe of a scanner, or a deploy without the files'],
    checks: ['The path against root and alias'],
    ...nginx('http/modules/ngx_http_index_module.c:379', 'http/ngx_http_core_module.html#root'),
  },
  'file-forbidden': {
    meaning: 'The worker may not enter the directory of a request for an index; the client gets 403.',
    causes: ['Owner or mode of a directory on the path'],
    checks: ['Owner and mode of each directory on the path, with namei -l'],
    ...nginx('http/modules/ngx_http_index_module.c:372', 'http/ngx_http_core_module.html#root'),
  },
  'index-forbidden': {
    meaning: 'The directory has no index file and listing is off; the client gets 403.',
    causes: ['A missing index file', 'A location that maps to a wrong directory'],
    checks: ['The index directive and the files in the directory', 'autoindex, if a list is wanted'],
    ...nginx('http/ngx_http_core_module.c:1287', 'http/ngx_http_index_module.html#index'),
  },
  'not-a-directory': {
    meaning: 'The path of a request for an index is no directory; the client gets 500.',
    causes: ['A file where root or alias expects a directory'],
    checks: ['The path against root and alias'],
    ...nginx('http/modules/ngx_http_index_module.c:360'),
  },
  'not-a-regular-file': {
    meaning: 'The path of a request is a socket, a device or a pipe; the client gets 404.',
    causes: ['A root or alias that has such files'],
    checks: ['The file in the message'],
    ...nginx('http/modules/ngx_http_static_module.c:208'),
  },
  'rename-failed': {
    meaning:
      'A temporary file could not be moved to its place: an upload by PUT, a stored response or a file of a cache. A PUT gets an error.',
    causes: ['The directory does not exist (2)', 'The worker may not write there (13)', 'The disk is full (28)'],
    checks: ['The second path in the message', 'Owner, mode and free space of its directory'],
    ...nginx('core/ngx_file.c:785'),
  },
  'mkdir-failed': {
    meaning: 'A directory could not be made; the errno says why. A MKCOL request of WebDAV gets 409.',
    causes: ['A part of the path does not exist (2)', 'The worker may not write there (13)', 'It exists (17)'],
    checks: ['Owner and mode of the directory above'],
    ...nginx('http/modules/ngx_http_dav_module.c:1066'),
  },
  'opendir-failed': {
    meaning: 'A directory could not be listed (autoindex); the client gets 404, 403 or 500 by the errno.',
    causes: ['The directory does not exist (2)', 'The worker may not read it (13)'],
    checks: ['Owner and mode of the directory'],
    ...nginx('http/modules/ngx_http_autoindex_module.c:236', 'http/ngx_http_autoindex_module.html'),
  },
  'cache-unlink-failed': {
    meaning: 'A file, mostly of a cache or a temporary file, could not be removed; the errno says why.',
    causes: ['It was removed by hand (2)', 'The owner changed (13)'],
    checks: ['Whether something else cleans the directory', 'Owner of the directory'],
    ...nginx('http/ngx_http_file_cache.c:1942'),
  },
  'dav-collection': dav('PUT to a path that ends with a slash', 409, 159),
  'dav-range': dav('PUT with a Content-Range header', 501, 165),
  'dav-delete-body': dav('DELETE with a body', 415, 316),
  'dav-mkcol-body': dav('MKCOL with a body', 415, 499),
  'dav-mkcol-collection': dav('MKCOL of a path without a slash at its end', 409, 505),
  'dav-copy-body': dav('COPY or MOVE with a body', 415, 553),
  'dav-no-destination': dav('COPY or MOVE without a Destination header', 400, 561),
  'dav-destination': dav('a Destination header that is no path of this server', 400, 622),
  'dav-other-repository': dav('the destination is on another server', 400, 605),
  'dav-overwrite': dav('an Overwrite header that is neither T nor F', 400, 683),
  'dav-depth': dav('a Depth header that is not 0, 1 or infinity', 400, 1030),
  'dav-depth-0': dav('a Depth header other than 0 or infinity', 400, 387),
  'dav-depth-infinity': dav('DELETE or MOVE of a directory with a Depth other than infinity', 400, 368),
  'dav-delete-depth': dav('DELETE of a path above min_delete_depth', 409, 334),
  'ssi-command': ssi('its name is unknown', 639),
  'ssi-context': ssi('it stands where it may not, such as else without if', 727),
  'ssi-parameter': ssi('it has an unknown parameter', 782),
  'ssi-mandatory': ssi('it lacks a parameter', 793),
  'ssi-no-parameter': ssi('include has neither file nor virtual', 2014),
  'ssi-stub': ssi('include names a block that does not exist', 2085),
  'ssi-if': ssi('the expression of if is not valid', 2633),
  'regex-failed': REGEX,
  'regex-failed-unplaced': REGEX,
  'mp4-atom-large': mp4('a part has an impossible length', 1026),
  'mp4-atom-small': mp4('a part has an impossible length', 998),
  'mp4-truncated': mp4('it ends inside a part', 1071),
  'mp4-no-trak': mp4('it has no tracks', 809),
  'mp4-no-mdat': mp4('it has no media data', 816),
  'mp4-moov-large': {
    meaning: 'The index of an MP4 file is larger than the buffer for it; the client gets 500.',
    causes: ['A long video'],
    checks: ['mp4_max_buffer_size (10m by default)'],
    ...nginx('http/modules/ngx_http_mp4_module.c:1199', 'http/ngx_http_mp4_module.html#mp4_max_buffer_size'),
  },
  'log-to-failed': accessLog(
    'could not be written; the errno says why',
    ['The disk is full (28)', 'A failing disk (5)'],
    452,
  ),
  'log-incomplete': accessLog('was written in part', ['The disk is full'], 462),
  'syslog-send-failed': {
    meaning: 'A line of the access log could not be sent to syslog and is lost; the request was handled.',
    causes: ['No syslog server at the address or socket', 'The queue of the socket is full'],
    checks: ['A line “send() failed” just before, with the errno', 'The syslog server of access_log'],
    ...nginx('http/modules/ngx_http_log_module.c:384', 'syslog.html'),
  },
};
