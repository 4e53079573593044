import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {z} from 'zod';
import {envelope, failureSent, pageRead, readList, readMap} from './envelope.ts';

describe('readList', () => {
  const list = readList(z.int());
  test('accepts what an array schema accepts, and {} as []', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        const isEmptyObject = JSON.stringify(value) === '{}';
        const plain = z.array(z.int()).safeParse(isEmptyObject ? [] : value);
        expect(list.safeParse(value).data).toEqual(plain.data);
      }),
    );
  });
  test.each([{a: 1}, null, undefined, '', 0, [null]])('refuses %j', value => {
    expect(list.safeParse(value).success).toBe(false);
  });
});

describe('readMap', () => {
  const map = readMap(z.string());
  test('reads [] as {}', () => {
    expect(map.parse([])).toEqual({});
    expect(map.parse({libc: '2.41'})).toEqual({libc: '2.41'});
  });
  test.each([['x'], null, 'x', {libc: 1}])('refuses %j', value => {
    expect(map.safeParse(value).success).toBe(false);
  });
});

describe('pageRead reads a page', () => {
  const page = pageRead(z.int());
  test.each([
    ['with rows and count', {data: [1], meta: {count: 9}}, [1], 9],
    ['with empty Lua tables', {data: {}, meta: {}}, [], undefined],
    ['with meta as an empty array', {data: [], meta: []}, [], undefined],
    ['without meta', {data: [2]}, [2], undefined],
  ])('%s', (_, value, rows, count) => {
    const read = page.parse(value);
    expect([read.data, read.meta?.count]).toEqual([rows, count]);
  });
  test('and refuses a count that is not a number', () => {
    expect(page.safeParse({data: [], meta: {count: 'many'}}).error?.issues[0]?.path).toEqual(['meta', 'count']);
  });
});

test('an envelope has an err of any JSON type and keeps unknown keys', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer(), (err, status) => {
      expect(envelope.parse({status, err, more: 1})).toMatchObject({status, err, more: 1});
    }),
  );
});

test('a sent failure has a status other than 0 and a msg', () => {
  expect(failureSent.safeParse({status: 0, msg: 'x'}).success).toBe(false);
  expect(failureSent.safeParse({status: 1}).success).toBe(false);
  expect(failureSent.parse({status: 1, msg: 'x', stack: 'y'})).toEqual({status: 1, msg: 'x'});
});
