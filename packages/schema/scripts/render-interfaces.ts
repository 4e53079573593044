import * as z from 'zod/mini';
import {FIELD_DOCS, type ObjectSchema} from '../src/docs.ts';
import {pageQuery} from '../src/envelope.ts';
import {SHAPES} from '../src/json-schema.ts';
import {applicationProcess} from '../src/resources/application.ts';

const SCHEMAS = {
  ...SHAPES.read,
  ...SHAPES.request,
  PageQuery: z.object(pageQuery),
  ApplicationProcess: applicationProcess,
} as const satisfies Record<string, ObjectSchema>;
type Name = keyof typeof SCHEMAS;

const INTERFACES: Readonly<Record<Name, readonly [doc: string, base?: Name | 'ReceivedRow']>> = {
  Envelope: ['Fields that every response may have.'],
  PageQuery: ['Query that selects a page of a list.'],
  ApiToken: [
    'A token in the responses of list and get, without its secret (docs/contract.md#api-token).',
    'ReceivedRow',
  ],
  CreatedApiToken: ['A token in the response of create, with its secret.', 'ApiToken'],
  ApiTokenListQuery: [
    'Query of the token list. With `start` or `end`, the reference server ignores `page` and `page_size`.',
    'PageQuery',
  ],
  ApiTokenGetQuery: ['Query of one token.'],
  ApiTokenCreateBody: ['Body of the create request.'],
  ApiTokenUpdateBody: ['Body of the update request. Absent fields do not change.'],
  LoginBody: ['Body of the login request.'],
  LoginResult: ['Result of the login request (docs/contract.md#login-result).', 'ReceivedRow'],
  ErrorLogEntry: ['An error-log entry (docs/contract.md#error-log-entry).', 'ReceivedRow'],
  ErrorLogQuery: ['Query of the error-log list.', 'PageQuery'],
  Application: ['An application of an agent (docs/contract.md#application).', 'ReceivedRow'],
  ApplicationProcess: ['A process of an application.'],
  ApplicationListQuery: ['Query of the application list.'],
  Agent: ['An agent of the agent list, which the contract does not have (docs/field-facts.md#15).', 'ReceivedRow'],
  AgentListQuery: ['Query of the agent list.'],
};

const HEAD = `// Generated from the shapes by \`pnpm build\`; do not edit.
// Editors show no comments for types that are inferred from the shapes.
import type {ReceivedRow} from './row.ts';
import type {Secret} from './secret.ts';
`;

export const interfaces = (): string => [HEAD, ...(Object.keys(INTERFACES) as Name[]).map(interfaceOf)].join('\n');

const interfaceOf = (name: Name): string => {
  const [doc, base] = INTERFACES[name];
  const inherited = base === undefined || base === 'ReceivedRow' ? {} : SCHEMAS[base].shape;
  const isRow = base === 'ReceivedRow' || base === 'ApiToken';
  const fields = Object.entries(SCHEMAS[name].shape as z.core.$ZodShape)
    .filter(([field]) => !(field in inherited))
    .map(([field, schema]) => {
      const isOptional = defOf(schema).type === 'optional';
      const key = /^\w+$/.test(field) ? field : `'${field}'`;
      const type = typeOf(schema);
      // Optional fields of requests may also be undefined, because JSON and queries omit undefined fields.
      const absent = isOptional && !isRow && type !== 'unknown' ? ' | undefined' : '';
      return `${comment(descriptionOf(schema))}  readonly ${key}${isOptional ? '?' : ''}: ${type}${absent};\n`;
    });
  return `/** ${doc} */\nexport interface ${name}${base ? ` extends ${base}` : ''} {\n${fields.join('')}}\n`;
};

const LINE = 120;

const comment = (text: string): string => {
  const line = `  /** ${text} */\n`;
  if (line.length <= LINE) return line;
  const lines = text.match(new RegExp(`.{1,${LINE - 5}}(?: |$)`, 'g')) ?? [];
  return `  /**\n${lines.map(part => `   * ${part.trim()}\n`).join('')}   */\n`;
};

const defOf = (schema: z.core.$ZodType) => (schema as z.core.$ZodTypes)._zod.def;

const descriptionOf = (schema: z.core.$ZodType): string => {
  const def = defOf(schema);
  const {description, default: fallback} = FIELD_DOCS.get(schema) ?? {};
  if (description === undefined) return def.type === 'optional' ? descriptionOf(def.innerType) : '';
  return fallback === undefined ? description : `${description} Default: ${fallback}.`;
};

const typeOf = (schema: z.core.$ZodType): string => {
  const named = Object.entries(SCHEMAS).find(([, known]) => (known as z.core.$ZodType) === schema);
  if (named) return named[0];
  const def = defOf(schema);
  switch (def.type) {
    case 'optional':
      return typeOf(def.innerType);
    case 'array':
      return `readonly ${typeOf(def.element)}[]`;
    case 'record':
      return `Readonly<Record<string, ${typeOf(def.valueType)}>>`;
    case 'union':
      return def.options.map(typeOf).join(' | ');
    case 'pipe':
      // The type of a pipe is that of its output schema. A pipe that ends with a transform makes a Secret.
      return defOf(def.out).type === 'transform' ? 'Secret' : typeOf(def.out);
    default:
      return def.type;
  }
};
