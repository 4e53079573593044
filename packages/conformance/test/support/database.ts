/** Flags of a server on another database than SQLite in memory: what `EDGE_CONFORMANCE_DATABASE` says. */
export const databaseFlags = (env: NodeJS.ProcessEnv = process.env): readonly string[] => {
  const database = env.EDGE_CONFORMANCE_DATABASE;
  return database ? ['--database', database] : [];
};
