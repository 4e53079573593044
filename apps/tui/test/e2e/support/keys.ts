import {commandLayers} from '../../../src/screens/registry.ts';

const records = commandLayers().flatMap(({layer, commands}) =>
  commands.map(({id, keys}) => ({id: `${layer}.${id}`, keys})),
);

/** The ids are those of the config: `tokens.create`, `global.quit`, `dialog.submit`. */
export const keysOf = (id: string): readonly string[] => {
  const [keys = [], ...others] = records.filter(record => record.id === id).map(record => record.keys);
  if (keys.length === 0) throw new Error(`no key is bound to ${id}`);
  // Several dialogs have a command with the same id, such as `dialog.close`.
  if (others.some(([first]) => first !== keys[0])) throw new Error(`${id} has different keys in different dialogs`);
  return keys;
};
