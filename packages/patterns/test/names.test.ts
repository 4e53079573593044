import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {createMiner} from '../src/index.ts';
import {CONFIGURED, configuredNames} from '../src/names/index.ts';

/** Returns the template of a pattern with the names of its values in place of `<*>`, and `?` for values without one. */
const namedTemplate = (...lines: readonly string[]): string => {
  const miner = createMiner();
  const ids = lines.map(line => miner.add(line));
  const {template, values} = miner.pattern(ids[0] ?? '') ?? {template: '', values: []};
  const names = values.map(({name = '?'}) => `<${name}>`);
  return template.replaceAll('<*>', () => names.shift() ?? '');
};

describe('names of values', () => {
  it.each([
    ['limiting requests, excess: 20.9 by zone "otp"', 'limiting requests, excess: <excess> by zone "<zone>"'],
    ['open() "/srv/x" failed (2: No such file or directory)', 'open() "<path>" failed (<errno>)'],
    ['rename() "/a/b" to "/c/d" failed (13: Permission denied)', 'rename() "<path>" to "<path 2>" failed (<errno>)'],
    ['lua shared dict "cache" evicted 7 items', 'lua shared dict "<dictionary>" evicted <count> items'],
    ['host not found in upstream "pay" in /etc/nginx.conf:7', 'host not found in upstream "<group>" in <file>'],
    [
      '[lua] a.lua:7: fetch(): redis get failed: timeout, key: item:9',
      '[lua] <source>: fetch(): redis get failed: <reason>, key: <key>',
    ],
    ['[lua] a.lua:7: f(): peer 10.0.0.7:80 is down', '[lua] <source>: f(): peer <address> is down'],
    ['client intended to send too large body: 92 bytes', 'client intended to send too large body: <bytes> bytes'],
    ['[lua] a.lua:7: warmed 12 keys in 7 ms', '[lua] <source>: warmed <count> keys in <duration> ms'],
    ['[lua] a.lua:7: f(): elapsed=12 tenant=acme-77', '[lua] <source>: f(): elapsed=<duration> tenant=acme-<number>'],
    ['it is 12:05:07 now', 'it is <time> now'],
  ])('the values of the template %s have names', (line, named) => {
    expect(namedTemplate(line)).toBe(named);
  });

  it('a value whose format differs between the lines of a pattern has no name', () => {
    expect(namedTemplate('a "x y" b', 'a "/srv/x" b')).toBe('a "<?>" b');
    expect(namedTemplate('a "/srv/y" b', 'a "/srv/x" b')).toBe('a "<path>" b');
  });

  it('value names in a pattern are unique, and found in linear time', () => {
    const part = fc.constantFrom('zone "', '"', "'", ' ', ': ', 'key=', '<*>', '7', '/a/b', 'dict "x"', 'word ', '(');
    fc.assert(
      fc.property(fc.array(part, {maxLength: 40}), parts => {
        const miner = createMiner();
        const names = miner.pattern(miner.add(parts.join('')))?.values.flatMap(({name}) => name ?? []) ?? [];
        expect(new Set(names).size).toBe(names.length);
      }),
    );
    for (const text of ['zone "', 'a'.repeat(9), 'key=', ' a: '])
      expect(configuredNames(text.repeat(100_000)).certificate).toBeUndefined();
  });
});

describe('configured names', () => {
  it.each([
    ['limiting requests, excess: 20.9 by zone "otp"', {zone: 'otp'}],
    ['duplicate upstream "pay" in /etc/nginx.conf:7', {group: 'pay'}],
    ['cannot load certificate key "/etc/ssl/a.key": BIO_new_file() failed', {certificate: '/etc/ssl/a.key'}],
    ['SSL_CTX_use_PrivateKey("/etc/ssl/a.key") failed', {certificate: '/etc/ssl/a.key'}],
    ["[lua] a.lua:1: shared dict 'cache' is full", {dictionary: 'cache'}],
    ['certificate status "revoked" in the OCSP response of a.example', {}],
    ['no "ssl_certificate" is defined for the "ssl" directive', {}],
  ])('configuredNames finds in the message %s the names %j', (message, names) => {
    expect(configuredNames(message)).toEqual(names);
  });

  it('CONFIGURED lists the four kinds of names that come from the nginx configuration', () => {
    expect(CONFIGURED).toEqual(['zone', 'dictionary', 'group', 'certificate']);
  });
});
