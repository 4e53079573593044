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

export const auditTokens = (
  tokens: readonly ApiToken[],
  {now, days, allowNever}: AuditOptions,
): readonly AuditedToken[] => {
  const named = Map.groupBy(tokens, ({name}) => name);
  return tokens
    .map(token => ({
      ...token,
      findings: [
        ...expiryFindings(token, now, days).filter(finding => finding !== 'never-expires' || !allowNever),
        ...((named.get(token.name)?.length ?? 0) > 1 ? (['duplicate-name'] as const) : []),
      ],
    }))
    .filter(({findings}) => findings.length > 0)
    .toSorted((a, b) => (a._created_unix ?? 0) - (b._created_unix ?? 0));
};

const expiryFindings = ({expire}: ApiToken, now: number, days: number): readonly Finding[] => {
  const state = expiryState(expire, new Date(now));
  switch (state.kind) {
    case 'never':
      return ['never-expires'];
    case 'expired':
      return ['expired'];
    case 'active':
      return state.at.getTime() - now < days * DAY_MS ? ['expiring'] : [];
    case 'unclear':
    case 'unknown':
      return ['expiry-unclear'];
    default:
      return state satisfies never;
  }
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
