/** How much a message should worry the operator. */
export const WORRIES = ['none', 'low', 'medium', 'high'] as const;
export type Worry = (typeof WORRIES)[number];

/** What the config says about a message that the gateway writes. It has either `template` or `regex`. */
export interface HouseMessage {
  readonly id: string;
  /** The message, with `<*>` for what differs. */
  readonly template?: string | undefined;
  /** A regular expression (RE2) that finds the message. Its named groups, else its groups, are the values. */
  readonly regex?: string | undefined;
  readonly meaning: string;
  readonly checks?: readonly string[] | undefined;
  /** URL of a runbook. */
  readonly runbook?: string | undefined;
  readonly worry?: Worry | undefined;
  /** Whether the pattern is muted, or the time at which the mute ends, such as `2027-01-31`. */
  readonly mute?: boolean | string | undefined;
}
