/** Names of `level`, by value (contract "Level values"). Smaller is more severe. */
export const LEVELS = ['STDERR', 'EMERG', 'ALERT', 'CRIT', 'ERROR', 'WARN', 'NOTICE', 'INFO', 'DEBUG'] as const;
export type LevelName = (typeof LEVELS)[number];

/** Name of a level, or `LEVEL n` for a value that the contract does not name. */
export const levelName = (level: number): string => LEVELS[level] ?? `LEVEL ${level}`;

/** Meanings of `node_type`, by value (contract "node_type values"). */
export const NODE_TYPES = ['global', 'admin site', 'log server'] as const;

/** Meaning of a node type, or `type n` for a value that the contract does not name. */
export const nodeTypeName = (nodeType: number): string => NODE_TYPES[nodeType] ?? `type ${nodeType}`;
