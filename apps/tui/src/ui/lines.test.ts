import {describe, expect, test} from 'vitest';
import {createForm, type FieldSpec, type Form, setField} from '../form/form.ts';
import {textField} from '../form/text-field.ts';
import {cellWidth} from '../text/width.ts';
import {charset} from '../theme/glyphs.ts';
import {plainPaint} from '../theme/theme.ts';
import type {LastResponse, Ui} from './context.ts';
import {formLines} from './form-lines.ts';
import {type Link, linkWords} from './freshness.ts';
import {statusLine} from './status-line.ts';

const ui: Ui = {
  say: text => text,
  paint: (token, text) => (token === 'cursor' ? `<${text}>` : text),
  ...charset(false),
  clock: {now: () => 0, subscribe: () => () => undefined},
  columns: 60,
  rows: 20,
};

describe('freshness', () => {
  const words = (link: Link, now: number, last?: LastResponse): string =>
    linkWords(link, {now, paint: plainPaint, lastResponse: () => last});
  test.each<[string, Link, number]>([
    ['', {kind: 'idle'}, 0],
    ['', {kind: 'loading', since: 0}, 149],
    ['waiting 2s', {kind: 'loading', since: 0}, 2_999],
    ['no response for 3s', {kind: 'loading', since: 0}, 3_000],
    ['just now · < 50 ms', {kind: 'ready', at: 0, ms: 12}, 4_000],
    ['25s ago · < 2 s', {kind: 'ready', at: 0, ms: 1_200}, 29_000],
    ['just now · > 5 s', {kind: 'ready', at: 0, ms: 7_000}, 0],
    ['just now · < 50 ms', {kind: 'ready', at: 0, ms: 12, refreshing: 3_100}, 4_000],
    ['25s ago · waiting 2s', {kind: 'ready', at: 0, ms: 12, refreshing: 25_000}, 27_000],
    ['30s ago · no response for 5s', {kind: 'ready', at: 0, ms: 12, refreshing: 25_000}, 30_000],
    ['stale 40s · retrying in 3s', {kind: 'stale', at: 0, retryAt: 43_000}, 40_000],
    ['stale 40s · retrying', {kind: 'stale', at: 0, retryAt: 39_000}, 40_000],
    ['stale 40s · waiting 2s', {kind: 'stale', at: 0, retryAt: 38_000, refreshing: 38_000}, 40_000],
    ['stale 40s · no response for 4s', {kind: 'stale', at: 0, retryAt: 36_000}, 40_000],
    ['failed · retrying in 8s', {kind: 'failed', retryAt: 8_000}, 0],
    ['no response for 4s', {kind: 'failed', retryAt: 8_000}, 12_000],
  ])('the freshness is shown as %j for the state %j', (text, link, now) => expect(words(link, now)).toBe(text));

  test('the status line reports a late response after 3 times the last response time, within 3 to 10 s', () => {
    const link: Link = {kind: 'loading', since: 0};
    expect(words(link, 5_000, {at: -1_000, ms: 2_000})).toBe('waiting 5s');
    expect(words(link, 6_000, {at: -1_000, ms: 2_000})).toBe('no response for 6s');
    expect(words(link, 8_000, {at: 6_000, ms: 100})).toBe('waiting 8s');
    expect(words(link, 9_000, {at: 6_000, ms: 100})).toBe('no response for 3s');
    expect(words(link, 10_000, {at: 0, ms: 60_000})).toBe('no response for 10s');
  });

  test.each<[number, string]>([
    [120, '≥ CRIT   184,203 entries   following   5s ago · no response for 4s'],
    [80, '≥ CRIT   184,203 entries   following   5s ago · no response for 4s'],
    [40, '≥ CRIT   no response for 4s'],
  ])('a status line of %i columns shows the filter, and that a response is late', (columns, text) => {
    const link: Link = {kind: 'ready', at: 0, ms: 12, refreshing: 2_000};
    const right = ['184,203 entries', 'following'];
    const shown = statusLine({left: [{text: '≥ CRIT', set: true}], right, link}, 6_000, {...ui, columns});
    expect(shown.trim().replaceAll(/ {3,}/g, '   ')).toBe(text);
  });
});

describe('a form', () => {
  const specs: readonly FieldSpec[] = [
    {
      kind: 'text',
      name: 'name',
      label: 'Name',
      placeholder: 'any',
      check: value => (value === '' ? 'needed' : undefined),
    },
    {kind: 'text', name: 'password', label: 'Password', masked: true},
    {
      kind: 'choice',
      name: 'level',
      label: 'At least',
      options: ['any', 'ERROR', 'WARN'].map(value => ({value, label: value})),
      note: value => `note on ${value}`,
    },
  ];
  const lines = (form: Form, cells = 60, rows?: number): string[] =>
    formLines(specs, form, {ui, now: 0, cells, ...(rows !== undefined && {rows})});
  const focus = (name: string, value = ''): Form => ({
    ...setField(createForm(specs), name, textField(value)),
    focus: name,
  });

  test('a form shows placeholders, choices and notes', () => {
    const text = lines(createForm(specs)).join('\n');
    expect(text).toMatch(/Name +any/);
    expect(text).toMatch(/At least +\[any\] {2}ERROR {3}WARN/);
    expect(text).toContain('note on any');
  });

  test('a narrow form has shorter labels, cut placeholders and wrapped notes', () => {
    const narrow: readonly FieldSpec[] = [
      {kind: 'text', name: 'for', label: 'For', placeholder: '8h or 7d; empty: until you end it'},
      {
        kind: 'text',
        name: 'why',
        label: 'Reason',
        placeholder: '',
        note: () => 'known, ticket 12 of the upstream team',
      },
    ];
    const shown = formLines(narrow, {...createForm(narrow), focus: undefined}, {ui, now: 0, cells: 34});
    expect(shown).toEqual([
      '  For    8h or 7d; empty: until …',
      '  Reason ',
      '         known, ticket 12 of the',
      '         upstream team',
    ]);
  });

  test('a form never shows a masked value', () => {
    for (const form of [focus('password', 'pässword'), {...focus('password', 'pässword'), focus: undefined}])
      expect(lines(form).join('\n')).toMatch(/Password +•{8}/);
  });

  test('a form shows a problem instead of a note', () => {
    const form = {...createForm(specs), problems: {level: 'not that'}};
    expect(lines(form).join('\n')).toContain('! not that');
    expect(lines(form).join('\n')).not.toContain('note on');
  });

  test.each(['x', '漢', '😀'])('the cursor stays visible in long text of %s', character => {
    for (const length of [0, 5, 40, 200]) {
      const value = character.repeat(length);
      for (const cursor of [0, Math.floor(length / 2), length]) {
        const form = {...focus('name'), ...setField(focus('name'), 'name', {value, cursor})};
        const [line = ''] = lines(form, 50);
        expect(line).toMatch(/<.+>/);
        expect(cellWidth(line)).toBeLessThanOrEqual(52);
      }
    }
  });

  test('a form makes control characters of a value visible', () => {
    expect(lines(focus('name', 'a\u001b[2Jb'))[0]).toContain('a␛[2Jb');
  });

  test('a form with more lines than fit shows those around the focused field', () => {
    expect(lines(focus('level'), 60, 2).join('\n')).toMatch(/At least[\s\S]+note/);
    expect(lines(focus('name'), 60, 2)[0]).toContain('Name');
    expect(lines(focus('name'), 60, 2)).toHaveLength(2);
  });
});

test('drawing a long text field measures only its visible part', () => {
  const specs: readonly FieldSpec[] = [{kind: 'text', name: 'a', label: 'A'}];
  const form: Form = {...setField(createForm(specs), 'a', textField('1q'.repeat(2_000))), focus: 'a'};
  // If each character measured the whole text, the test would exceed its time limit.
  for (let drawn = 0; drawn < 300; drawn++) {
    const [line = ''] = formLines(specs, form, {ui, now: 0, cells: 40});
    expect(line).toMatch(/q1q1q1q< >$/);
    expect(cellWidth(line.replace(/[<>]/g, ''))).toBeLessThanOrEqual(40);
  }
});

describe('a status line', () => {
  const filter = [
    {text: 'all levels', set: false},
    {text: 'app 12', set: true},
  ];
  const line = (columns: number, link: Link, left = filter): string =>
    statusLine({left, right: ['3 entries', ''], link}, 40_000, {...ui, columns});

  test('a status line fills the width, and drops other texts before the active filters if space is short', () => {
    const link: Link = {kind: 'ready', at: 40_000, ms: 12};
    expect(line(60, link)).toBe(' all levels   app 12         3 entries   just now · < 50 ms');
    expect(line(48, link)).toMatch(/^ app 12 {3,}3 entries/);
    expect(line(48, link, [{text: 'all levels and any node', set: false}])).toMatch(/^ unfiltered/);
  });

  const ready: Link = {kind: 'ready', at: 40_000, ms: 12};
  const restricting = (...texts: readonly string[]) => texts.map(text => ({text, set: true, restricts: true}));

  test('before it cuts the filter, a status line drops remarks, latency, freshness and total in this order', () => {
    const right = ['12 marked', '/search', '184,203 entries', 'following'];
    const shown = (columns: number): string =>
      statusLine({left: restricting('app 12'), right, link: ready}, 40_000, {...ui, columns});
    expect(shown(100)).toMatch(
      /^ app 12 +12 marked {3}\/search {3}184,203 entries {3}following {3}just now · < 50 ms$/,
    );
    expect(shown(76)).toMatch(/^ app 12 +\/search {3}184,203 entries {3}following {3}just now · < 50 ms$/);
    expect(shown(64)).toMatch(/^ app 12 +184,203 entries {3}following {3}just now · < 50 ms$/);
    expect(shown(50)).toMatch(/^ app 12 +184,203 entries {3}following {3}just now$/);
    expect(shown(40)).toMatch(/^ app 12 +184,203 entries {3}following$/);
    expect(shown(30)).toMatch(/^ app 12 +following$/);
    expect(shown(12)).toMatch(/^ app 12 *$/);
  });

  test('a narrow status line drops other texts, then cuts the time range, and drops the text `exact` last', () => {
    const parts = [
      ...restricting('2026-01-10 11:45:01 to 2026-01-10 12:00:00'),
      {text: '2 patterns', set: true},
      {text: 'exact', set: true, dropsLast: true},
    ];
    const shown = (columns: number): string =>
      statusLine({left: parts, right: [], link: ready}, 40_000, {...ui, columns});
    expect(shown(80)).toMatch(/^ 2026-01-10 11:45:01 to 2026-01-10 12:00:00 {3}2 patterns {3}exact {3,}just now$/);
    expect(shown(60)).toMatch(/^ 2026-01-10 11:45:01 to 2026-01-10 12:00:00 {3}exact *$/);
    expect(shown(40)).toMatch(/^ 2026-01-10 11:45:01 to 2026-0… {3}exact$/);
    expect(shown(20)).toBe(' 2026-01-10 … exact');
    expect(shown(14)).toBe(' 2026-01-10 …');
  });

  test('a status line drops the latency, then cuts a request id, before it drops any other text', () => {
    const left = restricting('≥ ERROR', `req ${'f'.repeat(64)}`);
    const right = ['184,203 entries', 'following'];
    const shown = statusLine({left, right, link: ready}, 40_000, {...ui, columns: 100});
    expect(shown).toMatch(/^ ≥ ERROR {3}req f{39}… +184,203 entries {3}following {3}just now$/);
  });

  test('a status line of 40 columns shows the start of each of many filters, and that the data are stale', () => {
    const left = [
      ...restricting('≥ ERROR', 'node 7', 'app 12', 'req 00ff', 'last 6h', '/upstream', '3 muted (12 rows)'),
      ...['14 patterns', 'exact'].map(text => ({text, set: true})),
    ];
    const shown = (link: Link) => statusLine({left, right: [], link}, 40_000, {...ui, columns: 40});
    expect(shown(ready)).toBe(` ≥ E… nod… app… req… las… /up… 3 m…${' '.repeat(4)}`);
    expect(shown({kind: 'stale', at: 0, retryAt: 43_000})).toMatch(/^ ≥… n… .*3…? +stale 40s$/);
  });

  test.each([
    ['edge.example.com refused the connection', 'refused the connection'],
    ['[::1]:8080 did not respond in time', 'did not respond in time'],
    ['The token was refused', 'The token was refused'],
  ])('a status line shows why the data are stale, without the host, if the message fits: %s', (message, shown) => {
    const link: Link = {kind: 'stale', at: 0, retryAt: 43_000, failure: {message}};
    expect(line(120, link)).toContain(`app 12   ${shown}`);
    expect(line(120, link)).toContain('stale 40s');
    expect(line(45, link)).not.toContain(shown.slice(0, 3));
  });
});
