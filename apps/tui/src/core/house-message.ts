export const WORRIES = ['none', 'low', 'medium', 'high'] as const;
export type Worry = (typeof WORRIES)[number];

/** A log message that the config describes. Either `template` or `regex` is set. */
export interface HouseMessage {
  readonly id: string;
  readonly template?: string | undefined;
  /**
   * A regular expression (RE2) for the message. Its groups match the variable values. If some groups are named, only those
   * do.
   */
  readonly regex?: string | undefined;
  readonly meaning: string;
  readonly checks?: readonly string[] | undefined;
  readonly runbook?: string | undefined;
  readonly worry?: Worry | undefined;
  /** Whether the pattern is muted, or the date when the mute ends, such as `2027-01-31`. */
  readonly mute?: boolean | string | undefined;
}
