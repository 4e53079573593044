/**
 * Write policies, least strict first. `confirm`: the operator must type the profile's name for each change. `timed`:
 * the operator can permit changes for some minutes. `read-only`: no changes.
 */
export const WRITE_POLICIES = ['write', 'confirm', 'timed', 'read-only'] as const;
export type WritePolicy = (typeof WRITE_POLICIES)[number];

export interface Writes {
  readonly policy: WritePolicy;
  readonly name: string;
  /** Returns why changes are refused now, or undefined if changes are permitted. The text is not sanitised. */
  refusal(): string | undefined;
  permittedUntil(): number | undefined;
  permit(ms: number): void;
  end(): void;
  change(policy: WritePolicy): void;
}

interface WritesOptions {
  readonly name: string;
  readonly policy: WritePolicy;
  /** Why no change is permitted under any policy, such as `--read-only is given`. */
  readonly forced?: string | undefined;
  now(): number;
}

export const createWrites = ({name, policy: first, forced, now}: WritesOptions): Writes => {
  let policy = first;
  let until = 0;
  const isPermitted = (): boolean => policy === 'write' || (policy !== 'read-only' && now() < until);
  return {
    get policy() {
      return forced === undefined ? policy : 'read-only';
    },
    name,
    refusal: () => {
      if (forced !== undefined) return forced;
      if (isPermitted()) return undefined;
      return policy === 'confirm' ? `${name} asks for its name before a change` : `${name} is read-only`;
    },
    permittedUntil: () => (now() < until ? until : undefined),
    permit: ms => {
      if (forced === undefined && policy !== 'read-only') until = now() + ms;
    },
    end: () => {
      until = 0;
    },
    change: next => {
      if (next !== policy) until = 0;
      policy = next;
    },
  };
};
