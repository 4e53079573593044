import * as z from 'zod';
import {type OwnCommand, SCOPES} from '../../commands/own-command.ts';
import {sanitise} from '../../text/sanitise.ts';

export const programSchema = z.array(z.string()).refine(([program = '']) => program !== '', 'must have a program');

export const commandSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be at most 32 lower-case letters, digits and hyphens')
    .describe('Name of the command on the command line of the console, such as trace for :trace.'),
  title: z
    .string()
    .regex(/^(?=.*\S).{1,60}$/u, 'must have 1 to 60 characters')
    .refine(title => sanitise(title) === title, 'must have visible characters only')
    .describe('What the command does, such as Open the trace.'),
  key: z.string().optional().describe('Key, such as T or f5. Without it, the command is in the palette only.'),
  scope: z.enum(SCOPES).describe('Kind of row that the command is for.'),
  argv: programSchema.describe(
    'Program and arguments, run without a shell. {request_id} is replaced by a field of the row.',
  ),
  stdin: z
    .enum(['row', 'report'])
    .optional()
    .describe('Standard input: the row as JSON, or a report of the entries of the view as Markdown.'),
  terminal: z
    .enum(['background', 'pager', 'suspend'])
    .optional()
    .describe(
      'background: run without the terminal, the default. pager: show the output. suspend: give the program the terminal.',
    ),
  confirm: z.boolean().optional().describe('Ask before the program is run.'),
  changes: z.boolean().optional().describe('The program changes something: the write policy of the profile applies.'),
}) satisfies z.ZodType<OwnCommand>;
