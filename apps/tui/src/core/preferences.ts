/** Settings that an operator saves for a profile, such as bookmarks and named views. Each is a JSON value with a name. */
export interface Preferences {
  read(name: string): Promise<unknown>;
  /** Replaces the value `name` by the result of `edit`. Concurrent changes run one after another. */
  change(name: string, edit: (value: unknown) => unknown): Promise<void>;
}

export const memoryPreferences = (): ((profile: string) => Preferences) => {
  const values = new Map<string, unknown>();
  return profile => ({
    read: async name => values.get(`${profile} ${name}`),
    change: async (name, edit) => void values.set(`${profile} ${name}`, edit(values.get(`${profile} ${name}`))),
  });
};

/** If values for more URLs are saved, the URL that was changed longest ago is dropped. */
const MAX_URLS = 10;

const isByUrl = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const preferencesOfUrl = ({read, change}: Preferences, url: string): Preferences => {
  const byUrl = (value: unknown) => new Map(isByUrl(value) ? Object.entries(value) : []);
  return {
    read: async name => byUrl(await read(name)).get(url),
    change: (name, edit) =>
      change(name, value => {
        const all = byUrl(value);
        const edited = edit(all.get(url));
        all.delete(url);
        return Object.fromEntries([[url, edited], ...all].slice(0, MAX_URLS));
      }),
  };
};
