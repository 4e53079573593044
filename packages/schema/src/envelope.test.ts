import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import * as z from 'zod';
import {envelope, failureSent, pageRead, readList, readMap} from './envelope.ts';
import {type ReceivedRow, rowKind} from './row.ts';

describe('readList', () => {
  const list = readList(z.int());
  test('readList accepts what an array schema accepts, and {} as []', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        const isEmptyObject = JSON.stringify(value) === '{}';
        const plain = z.array(z.int()).safeParse(isEmptyObject ? [] : value);
        expect(list.safeParse(value).data).toEqual(plain.data);
      }),
    );
  });
  test.each([{a: 1}, null, undefined, '', 0, [null]])('readList refuses %j', value => {
    expect(list.safeParse(value).success).toBe(false);
  });
});

describe('readMap', () => {
  const map = readMap(z.string());
  test('readMap reads [] as {}, and an object unchanged', () => {
    expect(map.parse([])).toEqual({});
    expect(map.parse({libc: '2.41'})).toEqual({libc: '2.41'});
  });
  test.each([['x'], null, 'x', {libc: 1}])('readMap refuses %j', value => {
    expect(map.safeParse(value).success).toBe(false);
  });
});

describe('pageRead', () => {
  const page = pageRead(rowKind<ReceivedRow>(z.object({id: z.int()}), {describe: () => 'row'}));
  test.each([
    ['with rows and count', {data: [{id: 1}], meta: {count: 9}}, [{id: 1}], 9],
    ['with empty Lua tables', {data: {}, meta: {}}, [], undefined],
    ['with meta as an empty array', {data: [], meta: []}, [], undefined],
    ['without meta', {data: [{id: 2}]}, [{id: 2}], undefined],
  ])('pageRead reads a page %s', (_, value, rows, count) => {
    const read = page.parse(value);
    expect([read.data, read.meta.count]).toEqual([rows, count]);
  });
  test.each([
    ['12', 12],
    ['0', 0],
    ['', undefined],
    [' 12', undefined],
    ['1e3', undefined],
    ['9'.repeat(16), undefined],
    ['many', undefined],
    [-1, undefined],
    [0.5, undefined],
    [1e300, undefined],
    [null, undefined],
    [[3], undefined],
    [true, undefined],
  ])('pageRead reads a meta.count of %j as %j', (count, read) => {
    expect(page.parse({data: [{id: 1}], meta: {count, more: 1}})).toEqual({
      data: [{id: 1}],
      invalid: [],
      meta: {more: 1, ...(read !== undefined && {count: read})},
    });
  });
  test.each([null, 'text', 7, ['x']])('pageRead reads a page whose meta is %j, without a count', meta => {
    expect(page.parse({data: [], meta}).meta).toEqual({});
  });
});

test('an envelope may have an err of any JSON type, and keeps unknown keys', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer(), (err, status) => {
      expect(envelope.parse({status, err, more: 1})).toMatchObject({status, err, more: 1});
    }),
  );
});

test('failureSent requires a status other than 0 and a msg, and removes other keys', () => {
  expect(failureSent.safeParse({status: 0, msg: 'x'}).success).toBe(false);
  expect(failureSent.safeParse({status: 1}).success).toBe(false);
  expect(failureSent.parse({status: 1, msg: 'x', stack: 'y'})).toEqual({status: 1, msg: 'x'});
});
