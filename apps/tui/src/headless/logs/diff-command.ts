import {Command, InvalidArgumentError, Option} from '@commander-js/extra-typings';
import {sentence} from '../../explore/estimate-text.ts';
import {BASELINE_FORMS, type Baseline, profileOf, readBaseline} from '../../explore/measures/compare/baselines.ts';
import type {BaselineSources} from '../../explore/measures/compare/sides.ts';
import type {ChangeRow} from '../../explore/measures/compare/value-changes.ts';
import {TIME_BASELINES} from '../../explore/measures/spans.ts';
import {rangeWords} from '../../logs/filter.ts';
import {fieldsOf, type View} from '../../output/view.ts';
import {sanitise} from '../../text/sanitise.ts';
import {CommandError, failureOf} from '../exit.ts';
import {filterOf} from '../filter-options.ts';
import type {Host} from '../host.ts';
import {printRows} from '../lists.ts';
import {checkBegun, openSample, readBookmarksOf, withSample} from './reading/sampling.ts';

const changeView: View<ChangeRow> = {
  table: async () => ({columns: (await import('../../screens/log-views/columns.ts')).changeColumns, data: undefined}),
  fields: fieldsOf<ChangeRow>('dimension', 'value', 'kind', 'before', 'now', 'difference', 'g2'),
};

const baselineOption = () =>
  new Option('--against <baseline>', BASELINE_FORMS).default<Baseline>('before').argParser(text => {
    const read = readBaseline(text, Date.now());
    if ('problem' in read) throw new InvalidArgumentError(sentence(read.problem));
    return read.value;
  });

export const logDiff = (host: Host) =>
  withSample(new Command('diff'), 'values')
    .summary('print what differs between a time range and a baseline')
    .description(
      'Compares the entries of --since and --until, or of the last 15 minutes, with a baseline. before: the same length ' +
        'of time just before; yesterday, week: the same time then; other-nodes: the same time on all nodes but --node; ' +
        'deploy: the time after the last deploy or reload in the range (default: the last 24 hours) with the time before ' +
        'it, at most an hour each; mark: the two sides of the newest bookmark in the range; mark:NOTE: those of the bookmark with this note; profile:NAME: the same time on ' +
        'another gateway of the config, with the credential saved for it; TIME..TIME: another range. Prints the values ' +
        'whose share differs by more than chance. Nodes and applications are counted by the gateway.',
    )
    .addOption(baselineOption())
    .action(async options => {
      const {against} = options;
      const read = async () => {
        const {createMessages} = await import('../../logs/messages.ts');
        const {messages = []} = await host.config();
        const {compareWith, volumeText} = await import('../../explore/measures/compare/compare.ts');
        const {NEEDS_NODE} = await import('../../explore/measures/compare/sides.ts');
        const filter = filterOf(options, host.err);
        checkBegun(filter.range, host.now());
        if (against === 'other-nodes' && filter.node === undefined)
          throw new CommandError('usage', `${NEEDS_NODE}; give --node`);
        await checkProfile(host, against);
        const {client, profile, reading, done} = await openSample(host, options);
        const found = await compareWith(client, {
          ...{filter, baseline: against, messages: createMessages(messages), now: host.now(), ...reading},
          sources: await sourcesOf(host, profile),
        }).finally(done);
        if (typeof found === 'string') throw new CommandError('not_found', `${found}.`);
        const {rows, span, baseline, coverage, volume, notes} = found;
        const isTime = TIME_BASELINES.some(each => each === against);
        const words = isTime ? '' : ` (${sanitise(found.against)})`;
        if (volume !== undefined) await host.err.write(`${sentence(volume)}\n`);
        await host.err.write(
          `${rangeWords(span)} against ${rangeWords(baseline)}${words}: ${volumeText({coverage})}.\n`,
        );
        for (const note of notes) await host.err.write(`${sanitise(sentence(note))}\n`);
        if (Object.values(coverage).some(each => each.kind === 'newest' || (each.kind === 'all' && !each.complete)))
          throw new CommandError('partial', 'some entries could not be read');
        return rows;
      };
      await printRows({view: changeView, noun: 'value', read}, options, host);
    });

const checkProfile = async (host: Host, against: Baseline): Promise<void> => {
  const profile = profileOf(against);
  const {profiles = {}} = profile === undefined ? {} : await host.config();
  if (profile === undefined || Object.hasOwn(profiles, profile)) return;
  throw new CommandError('usage', `the config has no profile ${JSON.stringify(sanitise(profile))}`);
};

const sourcesOf = async (host: Host, profile: string): Promise<BaselineSources> => {
  const {deploys} = await host.config();
  return {
    deploys,
    bookmarks: await readBookmarksOf(host, profile),
    async openProfile(name) {
      const failed = (error: unknown): CommandError => {
        const {exit, message} = failureOf(error);
        return new CommandError(exit, `profile ${JSON.stringify(sanitise(name))}: ${message}`);
      };
      const {client} = await host.connectProfile(name).catch((error: unknown) => {
        throw failed(error);
      });
      return {client, failed, close: () => client.close()};
    },
  };
};
