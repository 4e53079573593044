import type {Seed} from './seed.ts';

type Named = {readonly value: string | number | undefined; readonly path: string};

/** Each later occurrence, with the path of the first. Values are not repeated: some are secrets. */
const repeated = (items: readonly Named[]): readonly string[] => {
  const first = new Map<string | number, string>();
  return items.flatMap(({value, path}) => {
    if (value === undefined) return [];
    const earlier = first.get(value);
    if (earlier !== undefined) return [`${path}: the same as ${earlier}`];
    first.set(value, path);
    return [];
  });
};

/** What must be distinct in a seed and is not. */
export const duplicateProblems = ({users, tokens, agents}: Seed): readonly string[] => [
  ...repeated(users.map(({username}, at) => ({value: username, path: `users[${at}].username`}))),
  ...repeated(tokens.map(({token}, at) => ({value: token, path: `tokens[${at}].token`}))),
  ...repeated(agents.map(({id}, at) => ({value: id, path: `agents[${at}].id`}))),
  ...agents.flatMap(({applications}, agent) =>
    repeated(applications.map(({id}, at) => ({value: id, path: `agents[${agent}].applications[${at}].id`}))),
  ),
];
