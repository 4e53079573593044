import type {Text} from '../../messages.ts';
import {nameFrom, WORDS} from '../names.ts';
import {type LuaPlace, luaCrash, luaLog, luaPlace, luaTimer, message, placeCauses, weighted} from '../wording.ts';
import type {Failure, Parts} from './kind.ts';

const notice = (text: Text) => message('process', 'notice', text);

const errorIn = (place: LuaPlace, word: string, choice: number) =>
  [
    () => luaCrash(place, `attempt to index field '${word}' (a nil value)`),
    () => luaCrash(place, `attempt to call method '${place.name}_${word}' (a nil value)`),
    () => luaCrash(place, `attempt to concatenate local '${word}' (a table value)`),
    () => luaLog('error', place, p => `${word} of tenant ${p.int(100, 999)} is missing, answering 500`),
    () => luaLog('error', place, p => `bad ${word}: expected number, got ${p.pick(['nil', 'string', 'boolean'])}`),
  ][choice]?.() ?? luaCrash(place, `module '${word}' not found`);

export const badDeploy = ({prng, world}: Parts): Failure => {
  const place = luaPlace(prng, nameFrom(prng, prng.pick(['.lua', '_v2.lua', '-next.lua'])));
  const error = errorIn(place, prng.pick(WORDS), prng.int(0, 5));
  const host = prng.chance(0.4) ? world.hosts[0] : undefined;
  return {
    kind: 'failure',
    shape: prng.pick(['steady', 'steady', 'growing']),
    after: 'deploy',
    messages: [error],
    ...(host && {choose: () => ({host})}),
    identifying: true,
    causes: placeCauses(place),
  };
};

export const reloadStorm = ({prng, deploys}: Parts): Failure => {
  const sender = prng.int(1, 400);
  const applied = luaTimer('notice', deploys.place, p => `applied configuration ${p.int(90_000, 99_999)}`);
  const messages = [
    notice(`signal 1 (SIGHUP) received from ${sender}, reconfiguring`),
    notice('reconfiguring'),
    notice(p => `start worker process ${p.int(40, 32_000)}`),
    notice('gracefully shutting down'),
    notice(p => `signal 17 (SIGCHLD) received from ${p.int(40, 32_000)}`),
    notice(p => `worker process ${p.int(40, 32_000)} exited with code 0`),
    weighted(applied, 0.7),
  ];
  return {
    kind: 'failure',
    shape: prng.pick(['steady', 'flapping']),
    rate: 'constant',
    messages,
    identifying: true,
    causes: placeCauses(deploys.place),
  };
};
