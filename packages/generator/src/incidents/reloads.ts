import {demoEntry} from '../log-entry.ts';
import type {Prng} from '../prng.ts';
import {MINUTE, type Period, type Stream} from './streams.ts';
import {type LuaPlace, luaPlace, luaTimer, message} from './wording.ts';
import type {World} from './world.ts';

export interface Deploys {
  readonly place: LuaPlace;
  /** Returns the version number of the configuration that a deploy at `time` (Unix seconds) applies. */
  configurationAt(time: number): string;
}

export const createDeploys = (prng: Prng, {luaFiles}: World): Deploys => {
  const place = luaPlace(prng, prng.pick(luaFiles));
  const epoch = prng.int(2_000, 90_000);
  return {place, configurationAt: time => String(epoch + Math.floor((time % 10_000_000) / 97))};
};

/** Every node reloads within the minute that starts at `at`. */
export const deployStream = (
  world: World,
  deploys: Deploys,
  {at, origin}: {readonly at: number; readonly origin: Stream['origin']},
): Stream => {
  const steps = [
    message('process', 'notice', 'signal 1 (SIGHUP) received from 1, reconfiguring'),
    message('process', 'notice', 'reconfiguring'),
    luaTimer('notice', deploys.place, () => `applied configuration ${deploys.configurationAt(at)}`),
  ];
  return {
    origin,
    size: steps.length * world.nodes.length,
    weight: time => (time === at ? 1 : 0),
    start: prng => {
      let made = 0;
      return time => {
        const node = world.nodes[Math.floor(made / steps.length)] ?? world.nodes[0];
        const step = steps[made % steps.length] ?? message('process', 'notice', 'reconfiguring');
        made += 1;
        return {...demoEntry(prng, step, {request: world.request(prng, time, {node}), time}), count: 1};
      };
    },
  };
};

const WORKING_HOURS = {from: 7, to: 19};

export const usualDeploys = (world: World, deploys: Deploys, prng: Prng, {start, end}: Period): Stream[] => {
  const days = Array.from({length: Math.ceil((end - start) / 86_400)}, (_, day) => start + day * 86_400);
  return days.flatMap(day =>
    Array.from({length: prng.int(0, 2)}, () => {
      const minute = prng.int(WORKING_HOURS.from * 60, WORKING_HOURS.to * 60);
      return day + minute * MINUTE;
    })
      .filter(at => at < end)
      .map(at => deployStream(world, deploys, {at, origin: 'usual'})),
  );
};
