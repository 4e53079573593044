export const NOUNS = [
  'logs',
  'tokens',
  'apps',
  'agents',
  'changes',
  'login',
  'logout',
  'whoami',
  'profiles',
  'doctor',
  'config',
  'messages',
  'mcp',
  'completion',
  'complete',
] as const;
export type Noun = (typeof NOUNS)[number];

export const isNoun = (word: string): word is Noun => NOUNS.some(noun => noun === word);
