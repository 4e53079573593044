import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {stillConsole} from '../../test/support/layers.ts';
import type {Values} from '../form/form.ts';
import {filterOfParams, scopeParams} from '../logs/filter.ts';
import type {App} from './app.ts';

const KEYS = {patterns: 'P', changes: 'W', facets: 'v'} as const;
type View = keyof typeof KEYS | 'error-logs';

const run = (app: App, id: string, values?: Values): void => {
  const {front, global} = app.commands();
  const command = [...front, ...global].find(each => each.id === id);
  if (command === undefined) throw new Error(`there is no command ${id} in ${app.view().active}`);
  command.run(values);
};

const scopeOf = (app: App) => app.view().screen.scope();

describe('the views of a tab', () => {
  test('the key of a view opens the view from any other view, and the same key or Esc returns to the entries', () => {
    const app = stillConsole();
    const shown = (key: string): string => {
      app.press(key);
      return app.view().active;
    };
    expect(['P', 'W', 'v', 'P', 'P'].map(shown)).toEqual(['patterns', 'changes', 'facets', 'patterns', 'error-logs']);
    expect(['W', 'esc', 'esc'].map(shown)).toEqual(['changes', 'error-logs', 'error-logs']);
    expect(app.view()).toMatchObject({tab: 'error-logs', tabs: {length: 4}, views: {length: 5}});
  });

  test('a tab opens its last view, the key of the tab again opens its first view, and [ and ] switch tabs', () => {
    const app = stillConsole();
    const shown = (key: string): string => {
      app.press(key);
      return app.view().active;
    };
    expect(['v', '2', '3', '3'].map(shown)).toEqual(['facets', 'tokens', 'facets', 'error-logs']);
    expect(['P', ']', '[', '[', ']'].map(shown)).toEqual([
      'patterns',
      'applications',
      'patterns',
      'tokens',
      'patterns',
    ]);
    app.press('2');
    expect([app.view().views, app.commands().front.filter(({id}) => id in KEYS)]).toEqual([[], []]);
  });

  test('keys set in the config open the views of a tab', () => {
    const app = stillConsole({'error-logs.patterns': ['f5'], 'error-logs.entries': ['f6']});
    app.press('f5');
    expect(app.view().active).toBe('patterns');
    app.press('f6');
    expect(app.view().active).toBe('error-logs');
  });
});

/** Every command of a view that changes the scope, with the scope that must result. */
const CHANGES = {
  error: ['level', {level: '3'}, {level: '3'}],
  warn: ['level', {level: '4'}, {level: '4'}],
  'any level': ['level', {level: ''}, {level: undefined}],
  node: ['node', {node: '7'}, {node: '7'}],
  hour: ['range', {range: '1h'}, {last: '3600'}],
  'any time': ['range', {range: 'any'}, {last: undefined}],
  keep: ['keep', {expression: 'timed out'}, {conditions: 'keep timed out'}],
  drop: ['drop', {expression: 'timed out'}, {conditions: 'drop timed out'}],
  clear: ['clear-filter', undefined, {level: undefined, node: undefined, last: undefined, conditions: undefined}],
} as const;

type Step =
  | {readonly kind: 'view'; readonly view: View}
  | {readonly kind: 'change'; readonly change: keyof typeof CHANGES}
  | {readonly kind: 'travel'; readonly by: 'back' | 'forward'}
  | {readonly kind: 'away'};

const steps = fc.array(
  fc
    .oneof(
      {weight: 4, arbitrary: fc.constantFrom<View>('error-logs', 'patterns', 'changes', 'facets')},
      {weight: 4, arbitrary: fc.constantFrom(...(Object.keys(CHANGES) as (keyof typeof CHANGES)[]))},
      {weight: 2, arbitrary: fc.constantFrom('back' as const, 'forward' as const)},
      {weight: 1, arbitrary: fc.constant('away' as const)},
    )
    .map((step): Step => {
      if (step === 'away') return {kind: 'away'};
      if (step === 'back' || step === 'forward') return {kind: 'travel', by: step};
      return step in CHANGES
        ? {kind: 'change', change: step as keyof typeof CHANGES}
        : {kind: 'view', view: step as View};
    }),
  {maxLength: 40},
);

type Scope = Readonly<Record<string, string>>;
interface Shown {
  readonly screen: string;
  readonly scope: Scope;
}

/** Model of the console: one scope with a history of visited views. */
const createModel = () => {
  let shown: Shown = {screen: 'error-logs', scope: {}};
  let [past, future]: [Shown[], Shown[]] = [[], []];
  const show = (next: Shown): void => {
    if (JSON.stringify(next) === JSON.stringify(shown)) return;
    [past, future, shown] = [[...past, shown], [], next];
  };
  return {
    shown: () => shown,
    view: (screen: string) => show({...shown, screen}),
    change: (change: Readonly<Record<string, string | undefined>>) => {
      const next = Object.entries({...shown.scope, ...change}).filter(([, value]) => value !== undefined);
      show({...shown, scope: Object.fromEntries(next.toSorted()) as Scope});
    },
    travel(by: 'back' | 'forward') {
      const [from, to] = by === 'back' ? [past, future] : [future, past];
      const next = from.pop();
      if (next === undefined) return;
      to.push(shown);
      shown = next;
    },
  };
};

test('the views of a tab share one filter after any sequence of view, filter and history changes', () => {
  fc.assert(
    fc.property(steps, given => {
      const app = stillConsole();
      const model = createModel();
      for (const step of given) {
        switch (step.kind) {
          case 'view':
            app.goto(step.view);
            model.view(step.view);
            break;
          case 'change': {
            const [command, values, change] = CHANGES[step.change];
            if (model.shown().screen !== 'tokens') {
              run(app, command, values);
              model.change(change);
            }
            break;
          }
          case 'travel':
            run(app, step.by);
            model.travel(step.by);
            break;
          case 'away':
            app.goto('tokens');
            model.view('tokens');
            break;
          default:
            step satisfies never;
        }
        const {screen, scope} = model.shown();
        expect(app.view().active).toBe(screen);
        if (screen !== 'tokens') expect(scopeOf(app)).toEqual(scope);
      }
    }),
  );
});

test('filter parameters of an opened view replace the filter of all views of the tab', () => {
  const app = stillConsole();
  run(app, 'level', {level: '3'});
  app.goto('changes', {node: '7', baseline: 'week'});
  expect(scopeOf(app)).toEqual({node: '7'});
  app.press('P');
  expect(scopeOf(app)).toEqual({node: '7'});
  app.press('W');
  expect(app.view().screen.address()).toEqual({node: '7', baseline: 'week'});
});

test('the views of a tab share the conditions of the filter, but not the search text', () => {
  const app = stillConsole();
  const conditions = 'keep upstream:10.1.0.9:8080\ndrop keepalive';
  const filter = filterOfParams({level: '3', conditions});
  if (typeof filter === 'string') throw new Error(filter);
  app.goto('error-logs', {...scopeParams(filter), search: 'timeout'});
  app.press('v');
  expect(app.view().screen.address()).toEqual(scopeParams(filter));
  run(app, 'level', {level: '4'});
  app.press('esc');
  expect(app.view().screen.address()).toEqual({...scopeParams({...filter, level: 4}), search: 'timeout'});
});
