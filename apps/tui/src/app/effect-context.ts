import {NotConnected} from '../core/failure.ts';
import {memoryPreferences} from '../core/preferences.ts';
import type {EffectContext} from '../core/screen.ts';
import type {AppOptions} from './app.ts';
import type {createConnections} from './connections.ts';

type Connections = Pick<ReturnType<typeof createConnections>, 'current'>;

export const createEffectContext = (
  live: () => AppOptions,
  {current}: Connections,
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
