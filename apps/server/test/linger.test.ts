import {spawn, spawnSync} from 'node:child_process';
import {text} from 'node:stream/consumers';
import {describe, expect, test} from 'vitest';
import {expectFailure, readUntil, send} from './raw.ts';
import {ANN_TOKEN, shared} from './support.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.warn('python3 is not installed: its clients are not tested');

const TOKENS = '/admin-api/api_token';
const LOGIN = '/admin-api/user/login';

/** Prints the HTTP status of ten requests, one per line. Arguments: URL, bytes, token, and `length` or `chunks`. */
const URLLIB = `
import sys, urllib.request, urllib.error
url, size, token, framing = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]
for _ in range(10):
    body = b' ' * size if framing == 'length' else (b' ' * 65536 for _ in range(size // 65536))
    request = urllib.request.Request(url, data=body, headers={'API-Token': token, 'Content-Type': 'application/json'}, method='POST')
    try:
        print(urllib.request.urlopen(request).status)
    except urllib.error.HTTPError as error:
        print(error.code)
    except Exception as error:
        print(error)
`;

/** The same with a socket that sends all before it reads. */
const BLOCKING = `
import sys, socket, urllib.parse
url, size, token, framing = urllib.parse.urlparse(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4]
length = f'Content-Length: {size}' if framing == 'length' else 'Transfer-Encoding: chunked'
head = f'POST {url.path} HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\nAPI-Token: {token}\\r\\n{length}\\r\\n\\r\\n'
piece = b' ' * 1000
if framing == 'chunks': piece = b'3e8\\r\\n' + piece + b'\\r\\n'
for _ in range(10):
    try:
        with socket.create_connection((url.hostname, url.port)) as connection:
            connection.sendall(head.encode())
            for _ in range(size // 1000): connection.sendall(piece)
            if framing == 'chunks': connection.sendall(b'0\\r\\n\\r\\n')
            answer = b''
            while part := connection.recv(65536): answer += part
            print(answer[9:12].decode())
    except Exception as error:
        print(error)
`;

const TEN = (status: number) => Array(10).fill(String(status));

describe.skipIf(!hasPython)('a client that sends its whole body before it reads gets the refusal', () => {
  const server = shared();

  test.each([
    ['urllib, 5 MB, too long', URLLIB, [TOKENS, 5_000_000, ANN_TOKEN, 'length'], 413],
    ['urllib, 5 MB, no credential', URLLIB, [TOKENS, 5_000_000, 'wrong', 'length'], 401],
    ['urllib, 5 MB in chunks, too long', URLLIB, [TOKENS, 5_000_000, ANN_TOKEN, 'chunks'], 413],
    ['urllib, 5 MB in chunks, no credential', URLLIB, [TOKENS, 5_000_000, 'wrong', 'chunks'], 401],
    ['a blocking socket, 20 KB, too long', BLOCKING, [LOGIN, 20_000, 'wrong', 'length'], 413],
    ['a blocking socket, 20 KB, no credential', BLOCKING, [TOKENS, 20_000, 'wrong', 'length'], 401],
    ['a blocking socket, 20 KB in chunks, too long', BLOCKING, [LOGIN, 20_000, 'wrong', 'chunks'], 413],
  ] as const)('%s', {timeout: 60_000}, async (_name, program, [path, ...more], status) => {
    const child = spawn('python3', ['-c', program, server().url + path, ...more.map(String)]);
    expect((await text(child.stdout)).trim().split('\n')).toEqual(TEN(status));
  });
});

describe.skipIf(!hasPython)('a client whose body waits for the check of its credential', () => {
  const server = shared({faults: [{kind: 'delay', ms: 100}]});

  // Meanwhile the body fills the buffer of the request, and the socket is paused.
  test('gets the refusal', async () => {
    const child = spawn('python3', ['-c', URLLIB, server().url + TOKENS, '5000000', ANN_TOKEN, 'length']);
    expect((await text(child.stdout)).trim().split('\n')).toEqual(TEN(413));
  });
});

describe('a refused client', () => {
  const server = shared();
  const head = `POST ${LOGIN} HTTP/1.1\nHost: x\nConnection: close\nContent-Length: 5000000\n\n`;

  test('that sends after the refusal can still read it', async () => {
    const socket = send(server(), head);
    // The response stays in the kernel until the client has sent its body.
    await expect.poll(() => server().requests({operation: 'login', state: 'active'}).length).toBe(0);
    socket.pause();
    await new Promise(resolve => socket.write(Buffer.alloc(5_000_000), resolve));
    socket.resume();
    expectFailure(await text(socket), 413);
  });

  test('that does not send its body is disconnected', async () => {
    const socket = send(server(), head);
    socket.allowHalfOpen = true;
    await readUntil(socket, /\}$/);
    // `once` of node:events would reject at the reset.
    const closed = new Promise(resolve => socket.once('close', resolve));
    const write = () => {
      if (!socket.destroyed) socket.write(' ', () => setImmediate(write));
    };
    write();
    await closed;
  });
});
