import {mount} from './mount.ts';
import type {Screen, ScreenEntry} from './screen.ts';

export const screenEntry = <S, A>(id: string, screen: Screen<S, A>): ScreenEntry => ({
  id,
  title: screen.title,
  commands: screen.commands,
  scopes: screen.subjects && Object.fromEntries(Object.entries(screen.subjects).map(([id, {fields}]) => [id, fields])),
  mount: host => mount(screen, host),
});
