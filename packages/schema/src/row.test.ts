import fc from 'fast-check';
import {describe, expect, expectTypeOf, test} from 'vitest';
import type * as z from 'zod/mini';
import {contract} from './contract.ts';
import type {
  Agent,
  ApiToken,
  ApiTokenCreateBody,
  ApiTokenListQuery,
  ApiTokenUpdateBody,
  Application,
  ApplicationListQuery,
  CreatedApiToken,
  ErrorLogEntry,
  ErrorLogQuery,
  LoginBody,
  LoginResult,
} from './interfaces.ts';
import {exampleOf} from './openapi/parameters.ts';
import {
  type agent,
  agentKind,
  type application,
  applicationKind,
  type applicationListQuery,
  applicationSent,
} from './resources/application.ts';
import {type errorLogEntry, errorLogEntrySent, errorLogKind, type errorLogQuery} from './resources/error-log.ts';
import {type loginBody, loginKind, type loginResult, loginResultSent} from './resources/session.ts';
import {
  type apiToken,
  type apiTokenCreateBody,
  apiTokenKind,
  type apiTokenListQuery,
  apiTokenSent,
  type apiTokenUpdateBody,
  type createdApiToken,
  createdApiTokenKind,
  createdApiTokenSent,
} from './resources/token.ts';
import {type ReceivedRow, type RowFields, type RowKind, type RowReading, readRows} from './row.ts';
import type {Secret} from './secret.ts';

type Json = Readonly<Record<string, unknown>>;
const exampleValue = (schema: z.core.$ZodType): Json => Object(exampleOf(schema));

interface Case {
  readonly kind: RowKind<never>;
  readonly identity: readonly string[];
  readonly secondary: readonly string[];
  readonly value: Json;
}

const caseOf = (kind: unknown, identity: readonly string[], value: Json): Case => ({
  kind: kind as RowKind<never>,
  identity,
  secondary: Object.keys(value).filter(field => !identity.includes(field)),
  value,
});

const cases: Readonly<Record<string, Case>> = {
  ErrorLogEntry: caseOf(errorLogKind, ['id', 'log_time', 'log'], exampleValue(errorLogEntrySent)),
  ApiToken: caseOf(apiTokenKind, ['id', 'name'], {...exampleValue(apiTokenSent), uid: 1}),
  CreatedApiToken: caseOf(createdApiTokenKind, ['id', 'name', 'token'], exampleValue(createdApiTokenSent)),
  Application: caseOf(applicationKind, ['id', 'name'], exampleValue(applicationSent)),
  Agent: caseOf(agentKind, ['id'], {id: 1, name: 'edge-1'}),
  LoginResult: caseOf(loginKind, ['id', 'username', 'edge-token', 'login_2fa'], exampleValue(loginResultSent)),
};

const odd = fc.constantFrom<unknown>(null, [null], [[]], {a: 1, b: null}, Number.MAX_VALUE, true);
const isOdd = ({kind, value}: Case, field: string, other: unknown): boolean =>
  kind.read({...value, [field]: other}).reason !== undefined;

describe.each(Object.entries(cases))('%s', (_, row) => {
  const {kind, value, identity, secondary} = row;

  test('a valid row has its fields, no problems, and the received row in raw', () => {
    const received = {...value, added: {by: 'the gateway'}};
    const {row: read, reason} = kind.read(received) as RowReading<ErrorLogEntry>;
    expect(reason).toBeUndefined();
    expect(Object.keys(read ?? {})).toEqual(expect.arrayContaining(Object.keys(value)));
    expect(read).not.toHaveProperty('added');
    expect(read).not.toHaveProperty('problems');
    expect(read?.raw.added).toEqual({by: 'the gateway'});
    expect(JSON.stringify(read)).not.toContain('raw');
  });

  test('a row without its optional fields is valid', () => {
    const bare = Object.fromEntries(Object.entries(value).filter(([field]) => identity.includes(field)));
    expect(kind.read(bare).reason).toBeUndefined();
  });

  test('invalid optional fields are absent from the row and listed in its problems', () => {
    const oddFields = fc.dictionary(fc.constantFrom(...secondary), odd, {minKeys: 1, noNullPrototype: true});
    fc.assert(
      fc.property(oddFields, changed => {
        const wrong = Object.keys(changed).filter(field => isOdd(row, field, changed[field]));
        fc.pre(wrong.length > 0);
        const raw = {...value, ...changed};
        const {row: read, reason = ''} = kind.read(raw) as RowReading<ErrorLogEntry>;
        const good = kind.read(Object.fromEntries(Object.entries(raw).filter(([field]) => !wrong.includes(field))));
        expect({...read, problems: undefined}).toEqual(good.row);
        expect(read?.problems?.map(({field}) => field).toSorted()).toEqual(wrong.toSorted());
        expect(reason).toMatch(/^.{1,200}$/);
      }),
    );
  });

  test('reading a value with an invalid required field returns no row, and a reason that names the field', () => {
    fc.assert(
      fc.property(fc.constantFrom(...identity), odd, (field, other) => {
        fc.pre(isOdd(row, field, other));
        const {row: read, reason} = kind.read({...value, ...Object.fromEntries([[field, other]])});
        expect([read, reason]).toEqual([undefined, expect.stringMatching(`^${field}: (in it, )?expected `)]);
      }),
    );
    for (const other of [null, undefined, 'text', 7, [], [value]]) {
      expect(kind.read(other)).toEqual({reason: expect.stringMatching(/^expected an object, received /)});
    }
  });

  test('String(row) returns one line without control characters', () => {
    const text = String(kind.read({...value, name: 'a\nb\u001b[31m', username: 'a\nb', log: 'a\r\nb'}).row);
    expect(text).toMatch(/^[^\p{Cc}]{5,}$/u);
    expect(text).not.toContain('object');
  });
});

test('the JSON of a row and of its field raw omits the secret, even if the gateway repeats the secret', () => {
  const {token} = exampleValue(createdApiTokenSent);
  const echoed = {...exampleValue(createdApiTokenSent), links: [`/tokens/${String(token)}`], [String(token)]: 1};
  const {row} = createdApiTokenKind.read(echoed);
  expect(JSON.stringify([row, row?.raw])).not.toContain(token);
  expect(row?.token.reveal()).toBe(token);
  const login = loginKind.read(exampleValue(loginResultSent));
  expect(JSON.stringify([login.row, login.row?.raw])).not.toContain(exampleValue(loginResultSent)['edge-token']);
});

test.each([true, 'totp', 7])(
  'a login_2fa of %j gives no login result, since a second factor may be required',
  login_2fa => {
    expect(loginKind.read({...exampleValue(loginResultSent), login_2fa}).row).toBeUndefined();
  },
);

test.each([
  [null, 'src: expected a number, received null'],
  ['7', 'src: expected a number, received text'],
  [0.5, 'src: expected an integer, received a fraction'],
  [1e300, 'src: expected 9007199254740991 or less'],
  [[], 'src: expected a number, received a list'],
  [{}, 'src: expected a number, received an object'],
])('reading an entry whose src is %j returns the reason "%s"', (src, reason) => {
  expect(errorLogKind.read({...exampleValue(errorLogEntrySent), src}).reason).toBe(reason);
});

test('reading a row with many invalid fields truncates the reason to 200 characters', () => {
  const nulls = Object.fromEntries(Object.keys(applicationSent.shape).map(field => [field, null]));
  expect(applicationKind.read({...nulls, id: 1, name: 'x'}).reason).toMatch(/^.{199}…$/);
});

test('readRows returns the rows with valid required fields in order, and invalid rows with their index', () => {
  const good = (id: number) => ({...exampleValue(errorLogEntrySent), id});
  const values = [good(1), {...good(2), src: null}, {...good(3), log: null}, null, good(5)];
  const {data, invalid} = readRows(errorLogKind, values);
  expect(data.map(({id}) => id)).toEqual([1, 2, 5]);
  expect(invalid).toEqual([
    {index: 1, raw: values[1], reason: 'src: expected a number, received null', row: data[1]},
    {index: 2, raw: values[2], reason: 'log: expected text, received null'},
    {index: 3, raw: null, reason: 'expected an object, received null'},
  ]);
  expect(invalid[0]?.row).toBe(data[1]);
});

test('the response of getApiToken is refused only if a required field of the token is invalid', () => {
  const {read} = contract.getApiToken.response;
  const token = exampleValue(apiTokenSent);
  expect(read.parse({status: 0, data: {...token, expire: 'soon'}}).data.problems).toHaveLength(1);
  const {error} = read.safeParse({status: 0, data: {...token, name: 7}});
  expect(error?.issues).toEqual([{code: 'custom', path: ['data'], message: 'name: expected text, received a number'}]);
});

/** Makes a type readonly at every depth and without undefined, so that a schema's type can be compared with an interface. */
type Plain<T> = T extends string | number | boolean | Secret | undefined
  ? T
  : {readonly [K in keyof T]: Plain<Exclude<T[K], undefined>>};
type FieldsOf<T extends ReceivedRow> = Plain<RowFields<T>>;

test('the generated interfaces have the types of the schemas', () => {
  expectTypeOf<FieldsOf<ErrorLogEntry>>().toEqualTypeOf<Plain<z.output<typeof errorLogEntry>>>();
  expectTypeOf<FieldsOf<ApiToken>>().toEqualTypeOf<Plain<z.output<typeof apiToken>>>();
  expectTypeOf<FieldsOf<CreatedApiToken>>().toEqualTypeOf<Plain<z.output<typeof createdApiToken>>>();
  expectTypeOf<FieldsOf<Application>>().toEqualTypeOf<Plain<z.output<typeof application>>>();
  expectTypeOf<FieldsOf<Agent>>().toEqualTypeOf<Plain<z.output<typeof agent>>>();
  expectTypeOf<FieldsOf<LoginResult>>().toEqualTypeOf<Plain<z.output<typeof loginResult>>>();
  expectTypeOf<Plain<ErrorLogQuery>>().toEqualTypeOf<Plain<z.output<typeof errorLogQuery>>>();
  expectTypeOf<Plain<ApiTokenListQuery>>().toEqualTypeOf<Plain<z.output<typeof apiTokenListQuery>>>();
  expectTypeOf<Plain<ApiTokenCreateBody>>().toEqualTypeOf<Plain<z.output<typeof apiTokenCreateBody>>>();
  expectTypeOf<Plain<ApiTokenUpdateBody>>().toEqualTypeOf<Plain<z.output<typeof apiTokenUpdateBody>>>();
  expectTypeOf<Plain<ApplicationListQuery>>().toEqualTypeOf<Plain<z.output<typeof applicationListQuery>>>();
  expectTypeOf<Plain<LoginBody>>().toEqualTypeOf<Plain<z.output<typeof loginBody>>>();
});

test('the type of a row has only the fields of the contract', () => {
  const entry = {} as ErrorLogEntry;
  // @ts-expect-error the field is log_time
  expect(entry.logtime).toBeUndefined();
  // @ts-expect-error the field is name
  expect(({} as Application).nmae).toBeUndefined();
});
