import {expect, test} from 'vitest';
import {tokenColumns} from '../screens/tokens/token-columns.ts';
import {parseConfig} from './config/config-file.ts';
import {TOKEN_SORTS} from './config/defaults-schema.ts';
import {profileStart} from './profiles.ts';

test('TOKEN_SORTS of the config schema has all sortable columns of the token list', () => {
  expect(TOKEN_SORTS).toEqual(tokenColumns.filter(({sort}) => sort !== undefined).map(({id}) => id));
});

test('profileStart returns the first tab of a profile and the parameters of each tab', () => {
  const defaults = {
    'error-logs': {level: 'error', range: '1h'},
    tokens: {sort: 'expires', reverse: true},
    applications: {agent: '7,8'},
  };
  const {profiles} = parseConfig(
    JSON.stringify({profiles: {prod: {url: 'https://a.example.com', firstTab: 'tokens', defaults}}}),
    'config.json',
    [],
  );
  const {prod} = profiles ?? {};
  expect(profileStart(prod?.firstTab, prod?.defaults)).toEqual({
    tab: 'tokens',
    tabs: {
      'error-logs': {level: 'error', last: '3600'},
      tokens: {sort: 'expires', reverse: 'true'},
      applications: {agent: '7,8'},
    },
  });
});

test.each([
  ['{"firstTab": "token"}', '1:14: firstTab: expected session or tokens or'],
  ['{"firstTab": "token"}', '; did you mean tokens?'],
  ['{"defaults": {"error-log": {}}}', '1:15: defaults: not a known field; did you mean error-logs?'],
  ['{"defaults": {"tokens": {"sort": "expiry"}}}', '1:34: defaults.tokens.sort: expected name or id or'],
  [
    '{"defaults": {"tokens": {"sort": "id", "revers": true}}}',
    'defaults.tokens: not a known field; did you mean reverse?',
  ],
  ['{"defaults": {"error-logs": {"level": "eror"}}}', '1:39: defaults.error-logs.level: Did you mean error?'],
  ['{"defaults": {"error-logs": {"app": "x"}}}', 'defaults.error-logs.app: It takes a whole number'],
  ['{"defaults": {"error-logs": {"range": "soon"}}}', 'defaults.error-logs.range: must be a time such as 15m or 6h'],
  ['{"lockAfter": "0s"}', '1:15: lockAfter: must be a time of at least 10s, such as 10m'],
  ['{"defaults": {"applications": {"agent": ""}}}', 'defaults.applications.agent: must be agent ids'],
  ['{"defaults": {"applications": {"agent": "1,,x"}}}', 'defaults.applications.agent: must be agent ids'],
  [
    '{"profiles": {"prod": {"url": "https://a.b", "defaults": {"error-logs": {"levl": "x"}}}}}',
    'profiles.prod.defaults.error-logs: not a known field; did you mean level?',
  ],
])('the config %s is refused with the message %s', (text, problem) => {
  expect(() => parseConfig(text, 'config.json', [])).toThrow(problem);
});
