/**
 * What changes a profile permits, from the least strict. `confirm`: each asks for the profile's name to be typed.
 * `timed`: none, until they are permitted for some minutes. `read-only`: none.
 */
export const WRITE_POLICIES = ['write', 'confirm', 'timed', 'read-only'] as const;
export type WritePolicy = (typeof WRITE_POLICIES)[number];

/** Whether changes on a gateway are permitted. All connections to the gateway share it. Times in milliseconds. */
export interface Writes {
  readonly policy: WritePolicy;
  /** Text that the operator types to permit changes: the name of the profile. */
  readonly name: string;
  /** Why changes are not permitted now, such as `prod-eu is read-only`. Undefined if they are. Not sanitised. */
  refusal(): string | undefined;
  /** When the permission for some time ends; undefined without one. */
  permittedUntil(): number | undefined;
  /** Permits changes for a time, unless the policy is `read-only`. */
  permit(ms: number): void;
  /** Ends the permission. */
  end(): void;
  /** Sets another policy, which ends the permission. */
  change(policy: WritePolicy): void;
}

interface WritesOptions {
  readonly name: string;
  readonly policy: WritePolicy;
  /** The reason, such as `--read-only is given`, why no change is permitted under any policy. */
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
