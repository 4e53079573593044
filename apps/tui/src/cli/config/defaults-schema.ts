import * as z from 'zod';
import {parseDuration} from '../../format/parse-time.ts';
import {FILTER_FIELDS, type FieldName, readField} from '../../logs/fields.ts';
import {tabIds} from '../../screens/tabs.ts';

export const TOKEN_SORTS = ['name', 'id', 'expires', 'created', 'modified', 'owner'] as const;

export const checkedText = (problemOf: (text: string) => string | undefined) =>
  z.string().superRefine((text, context) => {
    const message = problemOf(text);
    if (message !== undefined) context.addIssue({code: 'custom', message});
  });

const filterField = (name: FieldName) =>
  checkedText(text => {
    const read = readField(FILTER_FIELDS[name], text);
    return 'problem' in read ? read.problem.replace(/\.$/, '') : undefined;
  }).optional();

const errorLogDefaults = z.strictObject({
  level: filterField('level').describe('Level, such as error, with all more severe ones.'),
  nodeType: filterField('nodeType').describe('Node type.'),
  node: filterField('node').describe('Node id.'),
  app: filterField('app').describe('Application id.'),
  range: checkedText(text => (parseDuration(text) === undefined ? 'must be a time such as 15m or 6h' : undefined))
    .optional()
    .describe('Time range that ends now, such as 1h.'),
});

const tokenDefaults = z.strictObject({
  sort: z.enum(TOKEN_SORTS).describe('Column to sort by.'),
  reverse: z.boolean().optional().describe('Sort in descending order.'),
});

const AGENT_IDS = /^[\s,]*\d+(?:\s*,[\s,]*\d+)*[\s,]*$/;

const applicationDefaults = z.strictObject({
  agent: z.string().regex(AGENT_IDS, 'must be agent ids with commas').describe('Ids of the agents, with commas.'),
});

export const firstTab = z.enum(tabIds).optional();

export const defaultsSchema = z
  .strictObject({
    'error-logs': errorLogDefaults.optional().describe('Filter of the error logs and their views.'),
    tokens: tokenDefaults.optional().describe('Order of the tokens.'),
    applications: applicationDefaults.optional().describe('Agents whose applications are shown.'),
  })
  .optional();
