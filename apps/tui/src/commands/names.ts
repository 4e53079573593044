import type {CommandLayer} from './command.ts';
import {keyLabel} from './key-name.ts';
import type {KeyOverrides} from './overrides.ts';

export interface CommandNames {
  keysOf(command: string): readonly string[];
  /**
   * Replaces `{tokens.create}` by the key of this command, and `{sign-in}` by the title of this tab. The text must not
   * come from a gateway, because braces in data are not placeholders.
   */
  say(text: string): string;
}

interface NamesOptions {
  readonly overrides: KeyOverrides;
  /** Maps aliases such as `sign-in` to the ids of screens. */
  readonly tabs: Readonly<Record<string, string>>;
}

export const PLACEHOLDER = /\{([a-z][a-z0-9-]*(?:\.[a-z][a-z0-9-]*)?)\}/g;

export const createNames = (layers: readonly CommandLayer[], {overrides, tabs}: NamesOptions): CommandNames => {
  const named = new Map<string, {readonly title: string; readonly keys: readonly string[]}>();
  for (const {layer, commands} of layers) {
    for (const {id, title, keys} of commands) {
      const name = `${layer}.${id}`;
      if (!named.has(name)) named.set(name, {title, keys: overrides[name] ?? keys});
    }
  }
  const keysOf = (command: string): readonly string[] => named.get(command)?.keys ?? [];

  const tabText = (screen: string): string => {
    const title = layers.find(({layer}) => layer === screen)?.title ?? screen;
    const [key] = keysOf(`global.tab-${screen}`);
    return `the ${title}${key === undefined ? '' : ` (${keyLabel(key)})`}`;
  };
  const replacement = (name: string): string | undefined => {
    const tab = tabs[name];
    if (tab !== undefined) return tabText(tab);
    const command = named.get(name);
    if (command === undefined) return undefined;
    const [key] = command.keys;
    return key === undefined ? `:${name.slice(name.indexOf('.') + 1)}` : keyLabel(key);
  };
  return {keysOf, say: text => text.replace(PLACEHOLDER, (whole, name) => replacement(name) ?? whole)};
};
