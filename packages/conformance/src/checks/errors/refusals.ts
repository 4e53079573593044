import {type Check, type Citation, fail, type Need, type Note, skip} from '../../check.ts';
import {type Call, type Context, ERROR_LOGS, TOKENS, tokenPath} from '../../gateway/context.ts';
import {describe, type HttpResponse, isObject, isSuccess, statusOf} from '../../http/response.ts';

export interface Refusal {
  readonly what: string;
  readonly citation?: Citation;
  readonly needs?: readonly Need[];
  call(context: Context): Call | Promise<Call>;
}

const ENVELOPE_TITLE = 'is refused with a status other than 0 and a msg, and without HTTP 5xx';
const ERRORS = 'docs/contract.md#errors';
const FAILURE_FORM = 'docs/field-facts.md#1';

export const refusalChecks = (refusals: Readonly<Record<string, Refusal>>): readonly Check[] =>
  Object.entries(refusals).flatMap(checksOfRefusal);

const checksOfRefusal = ([id, {what, citation = ERRORS, needs = [], call}]: [string, Refusal]): readonly Check[] => [
  {
    id: `${id}.refused`,
    title: `${what} does not succeed`,
    citation,
    needs,
    run: async context => {
      const response = await context.call(await call(context));
      if (isSuccess(response)) fail(describe(response));
    },
  },
  {
    id: `${id}.failure-form`,
    title: `${what} ${ENVELOPE_TITLE}`,
    citation: FAILURE_FORM,
    needs,
    run: async (context, note) => {
      const response = await context.call(await call(context));
      if (isSuccess(response)) skip('the call succeeded');
      hasFailureForm(response, note);
    },
  },
];

/** HTTP 5xx fails the check too, because the client caused the error, not the server. */
const hasFailureForm = (response: HttpResponse, note: Note): void => {
  const {http, json} = response;
  if (http >= 500 || !isObject(json)) fail(describe(response));
  const status = statusOf(response);
  if (!Number.isInteger(status) || status === 0) fail(`status is not an integer other than 0: ${describe(response)}`);
  if (typeof json.msg !== 'string' || json.msg === '') fail(`msg is missing: ${describe(response)}`);
  const others = Object.keys(json).filter(key => !['status', 'msg', 'err', 'time'].includes(key));
  for (const key of others) note(`a refusal has ${key}`);
};

const INVALID_VALUES = [
  {id: 'tokens.list.text-page', name: 'page=x of the token list', path: TOKENS, query: 'page=x'},
  {id: 'tokens.list.negative-size', name: 'page_size=-1 of the token list', path: TOKENS, query: 'page_size=-1'},
  {id: 'logs.text-page', name: 'page=x of the error-log list', path: ERROR_LOGS, query: 'page=x'},
  {id: 'logs.negative-size', name: 'page_size=-1 of the error-log list', path: ERROR_LOGS, query: 'page_size=-1'},
  {id: 'logs.level.outside', name: 'level=9', path: ERROR_LOGS, query: 'level=9'},
  {id: 'logs.level.text', name: 'level=high', path: ERROR_LOGS, query: 'level=high'},
  {id: 'tokens.get.text-id', name: 'an id that is not a number', path: tokenPath('x'), query: ''},
] as const;

/** The contract defines no response to invalid parameters, so a gateway may ignore or refuse them. */
export const INVALID_PARAMETERS: readonly Check[] = INVALID_VALUES.map(({id, name, path, query}) => ({
  id,
  title: `${name} ${ENVELOPE_TITLE}`,
  citation: FAILURE_FORM,
  needs: ['admin'],
  run: async (context, note) => {
    const response = await context.call({path, ...(query !== '' && {query})});
    if (isSuccess(response)) skip('the gateway ignores it');
    hasFailureForm(response, note);
  },
}));
