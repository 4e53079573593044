import {readGatewayUrl} from '@edge-console/schema/values';
import * as z from 'zod';
import {TAG_COLOURS} from '../../core/connection/connection.ts';
import {WRITE_POLICIES} from '../../core/connection/writes.ts';
import {type HouseMessage, WORRIES} from '../../core/house-message.ts';
import {LAYOUT} from '../../files/layout.ts';
import {parseLocalTime} from '../../format/parse-time.ts';
import {conditionProblem} from '../../logs/conditions/entry-test.ts';
import {regexProblem} from '../../logs/messages.ts';
import {PIN_SHA256} from '../args.ts';
import {PROFILE_NAME} from '../profiles.ts';
import {LOCK_WITH, lockAfterProblem} from '../variables.ts';
import {commandSchema, programSchema} from './command-schema.ts';
import {checkedText, defaultsSchema, firstTab} from './defaults-schema.ts';
import {themeName, themesSchema} from './theme-schema.ts';

const gatewayUrl = checkedText(text => {
  const result = readGatewayUrl(text);
  return 'problem' in result ? result.problem : undefined;
}).meta({format: 'uri'});

export const profileSchema = z.strictObject({
  url: gatewayUrl.describe('Administration URL of the gateway.'),
  consoleUrl: gatewayUrl.optional().describe("URL of the gateway's console, if it is another one."),
  username: z.string().optional().describe('Account for login.'),
  apiTokenFile: z.string().optional().describe('File with the API token, which only its owner may read.'),
  tokenCommand: z.string().optional().describe('Shell command that prints the API token, such as pass show edge.'),
  consoleTokenFile: z.string().optional().describe("File with the console's API token."),
  caFile: z.string().optional().describe('PEM file with the certificate authorities to trust.'),
  pinSha256: z
    .string()
    .regex(PIN_SHA256, 'must be a SHA-256 fingerprint: 64 hex digits')
    .optional()
    .describe('SHA-256 fingerprint of the only certificate to trust; profiles trust sets it.'),
  insecure: z.boolean().optional().describe('Trust any certificate; the header shows it.'),
  writePolicy: z
    .enum(WRITE_POLICIES)
    .optional()
    .describe(
      'write permits changes, the default. confirm asks for the name of the profile before each. timed permits them for ' +
        'some minutes when asked. read-only permits none.',
    ),
  label: z
    .string()
    .regex(/^[!-~]([ -~]{0,18}[!-~])?$/, 'must be 1 to 20 ASCII characters')
    .optional()
    .describe('Shown in the header and in dialogs, such as PRODUCTION.'),
  colour: z.enum(TAG_COLOURS).optional().describe('Colour of the label.'),
  theme: themeName.optional().describe('Theme while the profile is used.'),
  firstTab: firstTab.describe('Tab or view that opens first while signed in. --tab comes before it.'),
  defaults: defaultsSchema.describe('What the tabs show at first.'),
});
export type Profile = z.infer<typeof profileSchema>;

const filled = z.string().regex(/\S/, 'must not be empty');

const messageSchema = z
  .strictObject({
    id: z
      .string()
      .regex(/^[\w.-]{1,64}$/, 'must be at most 64 letters, digits, dots, hyphens and underscores')
      .describe('Unique name, which logs patterns prints as known, and watch message=ID names.'),
    template: filled.optional().describe('The message, with <*> for what differs.'),
    regex: filled.optional().describe('Regular expression (RE2). Its groups are the values.'),
    meaning: filled.describe('What the message means.'),
    checks: z.array(filled).optional().describe('What to check, in this order.'),
    runbook: z.url('must be a URL such as https://wiki.example.com/page').optional().describe('URL of the runbook.'),
    worry: z.enum(WORRIES).optional().describe('How much the message should worry.'),
    mute: z
      .union([z.boolean(), z.string()], 'expected true, or the time when the mute ends')
      .optional()
      .describe('true, or the time when the mute ends, such as 2027-01-31 or 2027-01-31T18:00:00Z.'),
  })
  .superRefine(({template, regex, mute}, context) => {
    const refuse = (path: string[], text: string): void => context.addIssue({code: 'custom', path, message: text});
    if ((template === undefined) === (regex === undefined)) refuse([], 'needs either template or regex');
    const problem = regex === undefined ? undefined : regexProblem(regex);
    if (problem !== undefined)
      refuse(
        ['regex'],
        `${JSON.stringify(regex)} is not a regular expression: ${problem}; write it in the syntax of RE2`,
      );
    if (template !== undefined && !/[^\s<*>]{2}/.test(template)) refuse(['template'], 'must have a word besides <*>');
    const until = typeof mute === 'string' ? (parseLocalTime(mute, Date.now()) ?? Number.NaN) : 0;
    if (Number.isNaN(until)) refuse(['mute'], 'must be true, or a time such as 2027-01-31 or 2027-01-31T18:00:00Z');
  }) satisfies z.ZodType<HouseMessage>;

const messages = z.array(messageSchema).superRefine((all, context) => {
  for (const [at, {id}] of all.entries()) {
    const first = all.findIndex(other => other.id === id);
    if (first < at)
      context.addIssue({
        code: 'custom',
        path: [at, 'id'],
        message: `messages.${first} has the id ${id} already; write another one`,
      });
  }
});

const switchOf = (description: string) => z.boolean().optional().describe(`${description} Default: true.`);

const notifySchema = z.strictObject({
  desktop: switchOf('Notify the desktop of an alarm of :watch while the terminal does not have the focus.'),
  title: switchOf('Show the profile and the count of alarms in the title of the terminal.'),
  progress: switchOf('Show the progress of exports and long reads in the bar of the terminal.'),
  command: programSchema
    .optional()
    .describe(
      'Program and arguments, run without a shell when an alarm rings. EDGE_CONSOLE_ALARM and other variables have ' +
        'the alarm. It is killed after 30 s.',
    ),
});
export type Notify = z.infer<typeof notifySchema>;

const deploy = checkedText(text => conditionProblem({verb: 'keep', text})?.replace(/^: /, ''));

export const configSchema = z
  .strictObject({
    $schema: z.string().optional().describe('JSON Schema of this file, which editors use; config schema prints it.'),
    version: z.literal(LAYOUT).optional().describe(`Layout of this file. Default: ${LAYOUT}.`),
    profiles: z
      .record(z.string().meta({pattern: PROFILE_NAME}), profileSchema)
      .optional()
      .describe('Gateways by name.'),
    defaultProfile: z.string().optional().describe('Profile that is used when no profile and no URL is given.'),
    keys: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .describe(
        'Keys by command id, such as "error-logs.filter": ["F"]; an empty list leaves a command without a key.',
      ),
    ascii: z.boolean().optional().describe('Draw with ASCII characters only.'),
    mouse: z.boolean().optional().describe('Use the mouse from the start. Default: false.'),
    theme: themeName.optional().describe('Colours. Default: those of the terminal.'),
    firstTab: firstTab.describe('As firstTab of a profile, for all profiles.'),
    defaults: defaultsSchema.describe('As defaults of a profile, for profiles without their own.'),
    themes: themesSchema.optional().describe('Themes of your own by name.'),
    runbooks: z
      .record(z.string(), z.url('must be a URL such as https://wiki.example.com/page'))
      .optional()
      .describe(
        'Runbook URLs by the id of a known message (field known of logs patterns) or by the template of a pattern.',
      ),
    messages: messages
      .optional()
      .describe('Messages of the house. They are found before those that the console knows, in this order.'),
    deploys: z
      .array(deploy)
      .optional()
      .describe('Lines that are deploys or reloads: texts, or regular expressions between slashes.'),
    lockAfter: checkedText(lockAfterProblem)
      .optional()
      .describe('Time without a key after which the full screen locks, such as 10m; at least 10s. Default: never.'),
    lockWith: z
      .enum(LOCK_WITH)
      .optional()
      .describe(
        'What unlocks the full screen. password: that of the account, or the API token; the default. keyring: also the ' +
          'prompt of GNOME Keyring.',
      ),
    commands: z.array(commandSchema).optional().describe('Commands that run a program for the selected row.'),
    notify: notifySchema.optional().describe('How alarms and progress are shown outside of the console.'),
  })
  .meta({title: 'Config of edge-console', allowComments: true, allowTrailingCommas: true});
export type Config = z.infer<typeof configSchema>;

/** Returns draft 7 of JSON Schema, because all editors support this draft. */
export const configJsonSchema = () => z.toJSONSchema(configSchema, {target: 'draft-7'});
