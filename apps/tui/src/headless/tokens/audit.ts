import {Command} from '@commander-js/extra-typings';
import type {ApiToken} from '@edge-console/schema';
import {expiryState} from '@edge-console/schema/values';
import {plural} from '../../format/number.ts';
import {withColumns} from '../../output/view.ts';
import {readTokens} from '../../screens/tokens/lost-create.ts';
import {CommandError, endWith} from '../exit.ts';
import {wholeNumber} from '../filter-options.ts';
import type {Host} from '../host.ts';
import {openOutput, withOutput, writeRows} from '../output.ts';
import {tokenView} from './token-output.ts';

type Finding = 'expired' | 'expiring' | 'never-expires' | 'expiry-unclear' | 'duplicate-name';

type AuditedToken = ApiToken & {readonly findings: readonly Finding[]};

const DAY_MS = 86_400_000;

interface AuditOptions {
  readonly now: number;
  /** A token that expires within this many days is `expiring`. */
  readonly days: number;
  readonly allowNever: boolean;
}

export const auditTokens = (tokens: readonly ApiToken[], {now, days, allowNever}: AuditOptions) => {
  const named = Map.groupBy(tokens, ({name}) => name);
  return tokens
    .map(token => {
      const expiry = expiryFinding(token, now, days);
      const findings: Finding[] = expiry === undefined || (allowNever && expiry === 'never-expires') ? [] : [expiry];
      if ((named.get(token.name)?.length ?? 0) > 1) findings.push('duplicate-name');
      return {...token, findings};
    })
    .filter(({findings}) => findings.length > 0)
    .toSorted((a, b) => (a._created_unix ?? 0) - (b._created_unix ?? 0));
};

const FINDINGS = {
  never: 'never-expires',
  expired: 'expired',
  unclear: 'expiry-unclear',
  unknown: 'expiry-unclear',
} as const;

const expiryFinding = ({expire}: ApiToken, now: number, days: number): Finding | undefined => {
  const state = expiryState(expire, new Date(now));
  if (state.kind !== 'active') return FINDINGS[state.kind];
  return state.at.getTime() - now < days * DAY_MS ? 'expiring' : undefined;
};

const auditView = withColumns<ApiToken, AuditedToken, never>(
  tokenView,
  [{id: 'findings', cells: 30, priority: 1, text: ({findings}) => findings.join(', ')}],
  {findings: ({findings}) => findings},
);

export const auditCommand = (host: Host) =>
  withOutput(new Command('audit'))
    .summary('report tokens that are expired, expire soon or never, or share a name')
    .description(
      'Prints the tokens with findings, the oldest first, and ends with exit code 7 if there are any. The interface does ' +
        'not say when a token was last used.',
    )
    .option('--days <n>', 'a token that expires within n days is a finding', wholeNumber(0), 14)
    .option('--allow-never', 'a token that never expires is no finding')
    .action(async options => {
      const output = await openOutput(auditView, options, host);
      const {client} = await host.connect();
      const tokens = await readTokens(client, host.signal);
      const {days, allowNever = false} = options;
      const audited = auditTokens(tokens, {now: host.now(), days, allowNever});
      const text = `${plural(audited.length, 'token')} of ${tokens.length} with findings`;
      const found = audited.length === 0 ? undefined : new CommandError('partial', text);
      await endWith(found, () => writeRows(output, audited));
    });
