import {once} from 'node:events';
import {connect} from 'node:net';
import {onTestFinished} from 'vitest';

const METHOD_CALL = 1;
const METHOD_RETURN = 2;
const NO_REPLY_EXPECTED = 1;
/** Codes of the header fields. */
const FIELD = {path: 1, interface: 2, member: 3, replySerial: 5, destination: 6, sender: 7, signature: 8} as const;

type Value = string | number;

export interface Call {
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  /** Types of `values`: `s` and `o` are texts, `u` numbers, and `a{sv}` an empty dictionary. */
  readonly signature: string;
  readonly values: readonly Value[];
}

export interface Received {
  readonly member: string;
  readonly sender: string;
  readonly texts: readonly string[];
}

/** In addition to the types of {@link Call}, `y` is a byte and `g` a signature. */
const append = (bytes: number[], signature: string, values: readonly Value[]): void => {
  const number = (value: number): void => {
    pad(bytes, 4);
    bytes.push(...[0, 8, 16, 24].map(shift => (value >>> shift) & 0xff));
  };
  const rest = [...values];
  for (const type of signature.match(/a\{sv\}|./g) ?? []) {
    if (type === 'a{sv}') {
      number(0);
      pad(bytes, 8);
      continue;
    }
    const value = rest.shift() ?? 0;
    const text = Buffer.from(`${value}\0`);
    if (type === 'y') bytes.push(Number(value));
    else if (type === 'u') number(Number(value));
    else {
      if (type === 'g') bytes.push(text.length - 1);
      else number(text.length - 1);
      bytes.push(...text);
    }
  }
};

const pad = (bytes: number[], size: number): void => {
  while (bytes.length % size > 0) bytes.push(0);
};

type Header = readonly (readonly [code: number, type: string, value: Value])[];

const encode = (kind: number, serial: number, header: Header, body: readonly number[] = []): Buffer => {
  const fields: number[] = [];
  for (const [code, type, value] of header) {
    pad(fields, 8);
    append(fields, `yg${type}`, [code, type, value]);
  }
  const bytes: number[] = [0x6c, kind, kind === METHOD_CALL ? 0 : NO_REPLY_EXPECTED, 1];
  append(bytes, 'uuu', [body.length, serial, fields.length]);
  bytes.push(...fields);
  pad(bytes, 8);
  return Buffer.from([...bytes, ...body]);
};

/** Decodes the first message. Undefined if it is incomplete. */
const decode = (bytes: Buffer) => {
  if (bytes.length < 16) return undefined;
  const fieldsEnd = 16 + bytes.readUInt32LE(12);
  const bodyStart = Math.ceil(fieldsEnd / 8) * 8;
  const size = bodyStart + bytes.readUInt32LE(4);
  if (bytes.length < size) return undefined;
  let at = 16;
  const align = (to: number): void => {
    at = Math.ceil(at / to) * to;
  };
  const number = (): number => {
    align(4);
    at += 4;
    return bytes.readUInt32LE(at - 4);
  };
  const text = (length: number): string => {
    at += length + 1;
    return bytes.toString('utf8', at - length - 1, at - 1);
  };
  const short = (): string => text(bytes[at++] ?? 0);
  const fields = new Map<number, Value>();
  while (at < fieldsEnd) {
    align(8);
    const code = bytes[at++] ?? 0;
    const type = short();
    fields.set(code, type === 'g' ? short() : type === 'u' ? number() : text(number()));
  }
  at = bodyStart;
  const texts: string[] = [];
  for (const type of String(fields.get(FIELD.signature) ?? '').match(/a\{sv\}|./g) ?? []) {
    if (type === 's' || type === 'o') texts.push(text(number()));
    else if (type === 'a{sv}') {
      const length = number();
      align(8);
      at += length;
    } else number();
  }
  return {kind: bytes[1], serial: bytes.readUInt32LE(8), fields, texts, size};
};

/**
 * Connects to a session bus until the test ends, with `name`. Each method call is passed to `received` and gets an empty
 * response. Resolves to a function that calls a method.
 */
export const connectBus = async (address: string, name: string, received: (call: Received) => void) => {
  const [, path = ''] = address.match(/unix:path=([^,]+)/) ?? [];
  const socket = connect(path);
  onTestFinished(() => void socket.destroy());
  const owned = Promise.withResolvers<void>();
  let [serial, input] = [1, Buffer.alloc(0)];
  const call = ({destination, path, interface: of, member, signature, values}: Call): void => {
    const body: number[] = [];
    append(body, signature, values);
    const header: Header = [
      [FIELD.path, 'o', path],
      [FIELD.interface, 's', of],
      [FIELD.member, 's', member],
      [FIELD.destination, 's', destination],
      ...(signature === '' ? [] : [[FIELD.signature, 'g', signature] as const]),
    ];
    socket.write(encode(METHOD_CALL, serial++, header, body));
  };
  const ofBus = (member: string, signature: string, values: readonly Value[]): void =>
    call({
      ...{destination: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus'},
      ...{member, signature, values},
    });
  const read = (): void => {
    for (let next = decode(input); next !== undefined; next = decode(input)) {
      input = input.subarray(next.size);
      if (next.kind === METHOD_RETURN) owned.resolve();
      if (next.kind !== METHOD_CALL) continue;
      const sender = String(next.fields.get(FIELD.sender));
      const header: Header = [
        [FIELD.replySerial, 'u', next.serial],
        [FIELD.destination, 's', sender],
      ];
      socket.write(encode(METHOD_RETURN, serial++, header));
      received({member: String(next.fields.get(FIELD.member)), sender, texts: next.texts});
    }
  };
  socket.write(`\0AUTH EXTERNAL ${Buffer.from(String(process.getuid?.())).toString('hex')}\r\n`);
  // The response is `OK` and the id of the bus.
  await once(socket, 'data');
  socket.write('BEGIN\r\n');
  socket.on('data', chunk => {
    input = Buffer.concat([input, chunk]);
    read();
  });
  ofBus('Hello', '', []);
  ofBus('RequestName', 'su', [name, 0]);
  await owned.promise;
  return call;
};
