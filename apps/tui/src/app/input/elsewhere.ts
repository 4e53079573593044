import {keyLabel} from '../../commands/key-name.ts';
import type {CommandNames} from '../../commands/names.ts';
import type {ScreenEntry} from '../../core/screen.ts';
import type {AppOptions} from '../app.ts';

const MAX_NAMED = 2;

const commandsOf = (key: string, screens: readonly ScreenEntry[], {keysOf}: CommandNames) =>
  screens.flatMap(({id: screen, commands, view}) => {
    const shows = view === undefined ? [] : [{layer: view.tab, ...view.command}];
    return [...commands.map(command => ({layer: screen, ...command})), ...shows].flatMap(({layer, id, title}) =>
      keysOf(`${layer}.${id}`).includes(key) ? [{screen: layer, title}] : [],
    );
  });

/** Says on which other screens the key works. Ignores keys such as Esc and Enter, because they work on most screens. */
export const worksElsewhere = (
  key: string,
  active: string,
  {screens, names}: Pick<AppOptions, 'screens' | 'names'>,
): string | undefined => {
  if ([...key].length !== 1) return undefined;
  const found = commandsOf(key, screens, names);
  if (found.some(({screen}) => screen === active)) return undefined;
  const first = [...new Map(found.toReversed().map(each => [each.screen, each])).values()].toReversed();
  if (first.length === 0) return undefined;
  const titleOf = (id: string): string => screens.find(screen => screen.id === id)?.title ?? id;
  const places = first.slice(0, MAX_NAMED).map(({screen, title}) => `on ${titleOf(screen)}: ${title}`);
  return `${keyLabel(key)} works ${places.join('; ')}.`;
};
