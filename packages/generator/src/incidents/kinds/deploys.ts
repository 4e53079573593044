import {nameFrom, WORDS} from '../names.ts';
import {type LuaPlace, luaCrash, luaLog, luaPlace, luaTimer, message, weighted} from '../wording.ts';
import {cause, type Failure, type Parts} from './kind.ts';

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
    naming: [error],
    causes: [cause('lua', place.file), cause('lua', `${place.file}:${place.line}`)],
  };
};

export const reloadStorm = ({prng, deploys}: Parts): Failure => {
  const sender = prng.int(1, 400);
  const messages = [
    message('process', 'notice', `signal 1 (SIGHUP) received from ${sender}, reconfiguring`),
    message('process', 'notice', 'reconfiguring'),
    message('process', 'notice', p => `start worker process ${p.int(40, 32_000)}`),
    message('process', 'notice', 'gracefully shutting down'),
    message('process', 'notice', p => `signal 17 (SIGCHLD) received from ${p.int(40, 32_000)}`),
    message('process', 'notice', p => `worker process ${p.int(40, 32_000)} exited with code 0`),
    weighted(
      luaTimer('notice', deploys.place, p => `applied configuration ${p.int(90_000, 99_999)}`),
      0.7,
    ),
  ];
  return {
    kind: 'failure',
    shape: prng.pick(['steady', 'flapping']),
    rate: 'constant',
    messages,
    naming: messages,
    causes: [cause('lua', deploys.place.file), cause('lua', `${deploys.place.file}:${deploys.place.line}`)],
  };
};
