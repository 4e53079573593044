import type {Connection} from '../core/connection/connection.ts';
import {NotConnected} from '../core/failure.ts';
import {memoryPreferences} from '../core/preferences.ts';
import type {EffectContext} from '../core/screen.ts';
import type {AppOptions} from './app.ts';

export const createEffectContext = (
  live: () => AppOptions,
  current: () => Connection | undefined,
  openProfile: EffectContext['openProfile'],
): EffectContext => {
  const {preferences = memoryPreferences(), now, open, configPath} = live();
  const connection: EffectContext['connection'] = () => {
    const found = current();
    if (found === undefined) throw new NotConnected();
    return found;
  };
  return {
    client: () => connection().client,
    connection,
    ...{now, open, openProfile, configPath},
    preferences: () => preferences(connection().profile),
    get profiles() {
      return live().profiles?.names ?? [];
    },
    get runbooks() {
      return live().runbooks ?? {};
    },
    get messages() {
      return live().messages ?? [];
    },
    get deploys() {
      return live().deploys ?? [];
    },
  };
};
