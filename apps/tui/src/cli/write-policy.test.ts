import {expect, test} from 'vitest';
import type {Config} from './config/config-schema.ts';
import {resolveSettings} from './settings.ts';
import {tagOf, writesOf} from './write-policy.ts';

const config: Config = {
  profiles: {
    lab: {url: 'https://lab.example.com/'},
    prod: {url: 'https://edge.example.com/', writePolicy: 'read-only', label: 'PRODUCTION', colour: 'red'},
    'prod-too': {url: 'https://edge.example.com', writePolicy: 'confirm'},
  },
};
const lab = {profile: 'lab', url: 'https://lab.example.com'};
const policyOf = (profile: string, url: string, readOnly?: true, env = {}) => {
  const {policy, refusal} = writesOf({profile, url}, {flags: {readOnly}, env, config});
  return [policy, refusal()];
};

test('a gateway has the strictest policy of the profiles with its name or URL', () => {
  expect(policyOf('lab', 'https://lab.example.com')).toEqual(['write', undefined]);
  expect(policyOf('prod', 'https://edge.example.com')).toEqual(['read-only', 'prod is read-only']);
  expect(policyOf('prod-too', 'https://edge.example.com')).toEqual(['read-only', 'prod-too is read-only']);
  // The gateway is the same if the URL was typed, or if the profile is used with another URL.
  expect(policyOf('edge.example.com', 'https://edge.example.com')).toEqual(['read-only', 'prod is read-only']);
  expect(policyOf('prod', 'https://lab.example.com')).toEqual(['read-only', 'prod is read-only']);
  expect(policyOf('other', 'https://other.example.com')).toEqual(['write', undefined]);
});

test.each([
  ['https://edge.example.com', 'read-only'],
  ['HTTPS://Edge.Example.COM', 'read-only'],
  ['https://edge.example.com:443', 'read-only'],
  ['https://edge.example.com/', 'read-only'],
  ['https://edge.example.com:8443', 'write'],
  ['http://edge.example.com', 'write'],
  ['https://edge', 'write'],
  ['https://192.0.2.1', 'write'],
])('with --url %s the policy is %s', (url, policy) => {
  const {target} = resolveSettings({url}, config, {});
  expect(target && writesOf(target, {flags: {}, env: {}, config}).policy).toBe(policy);
});

test('--read-only and EDGE_CONSOLE_READ_ONLY refuse all changes', () => {
  expect(policyOf(lab.profile, lab.url, true)).toEqual(['read-only', '--read-only is given']);
  const forced = ['read-only', 'EDGE_CONSOLE_READ_ONLY is set'];
  for (const value of ['1', 'true', 'yes', 'on']) {
    expect(policyOf(lab.profile, lab.url, undefined, {EDGE_CONSOLE_READ_ONLY: value})).toEqual(forced);
  }
  for (const value of ['', '0', 'false', 'No', 'off']) {
    expect(policyOf(lab.profile, lab.url, undefined, {EDGE_CONSOLE_READ_ONLY: value})).toEqual(['write', undefined]);
  }
});

test('a gateway has the label of its own profile, or if it has no profile, of a profile with its URL', () => {
  const label = {label: 'PRODUCTION', colour: 'red'};
  expect(tagOf({profile: 'edge.example.com', url: 'https://edge.example.com'}, config)).toEqual(label);
  expect(tagOf({profile: 'prod', url: 'https://other.example.com'}, config)).toEqual(label);
  expect(tagOf(lab, config)).toBeUndefined();
  expect(tagOf({profile: 'prod-too', url: 'https://edge.example.com'}, config)).toBeUndefined();
});

test('the strictest policy of EDGE_CONSOLE_WRITE_POLICY and the config applies', () => {
  expect(policyOf(lab.profile, lab.url, undefined, {EDGE_CONSOLE_WRITE_POLICY: 'read-only'})[0]).toBe('read-only');
  const strict = {profile: 'x', url: 'https://edge.example.com'};
  const own = policyOf(strict.profile, strict.url)[0];
  expect(policyOf(strict.profile, strict.url, undefined, {EDGE_CONSOLE_WRITE_POLICY: 'write'})[0]).toBe(own);
  expect(() => policyOf(lab.profile, lab.url, undefined, {EDGE_CONSOLE_WRITE_POLICY: 'raed-only'})).toThrow(
    /must be write or/,
  );
});

test('EDGE_CONSOLE_LABEL and EDGE_CONSOLE_COLOUR override the label of the first gateway', () => {
  const target = {profile: 'edge.example.com', url: 'https://edge.example.com'};
  expect(tagOf(target, config, {colour: 'green'})).toEqual({label: 'PRODUCTION', colour: 'green'});
  expect(tagOf(lab, config, {label: 'LAB'})).toEqual({label: 'LAB'});
});
