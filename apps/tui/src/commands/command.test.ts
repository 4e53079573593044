import {expect, test} from 'vitest';
import {type Command, liveCommands} from './command.ts';

type Action = {readonly kind: 'ask'} | {readonly kind: 'show'; readonly agent: string; readonly at: number};

const command: Command<{readonly enabled: boolean}, Action> = {
  id: 'agent',
  title: 'Choose an agent',
  keys: ['a'],
  group: 'Agent',
  args: {
    fields: [{kind: 'text', name: 'agent', label: 'Agent id'}],
    action: ({agent = ''}, at) => ({kind: 'show', agent, at}),
  },
  action: {kind: 'ask'},
  when: ({enabled}) => enabled,
};

const live = (enabled: boolean) => {
  const sent: Action[] = [];
  const commands = liveCommands([command], {enabled}, {send: action => void sent.push(action), now: () => 7});
  return {commands, sent};
};

test('run without values sends `action`, and run with values sends the result of `args.action`', () => {
  const {commands, sent} = live(true);
  commands[0]?.run();
  commands[0]?.run({agent: '3'});
  expect(sent).toEqual([{kind: 'ask'}, {kind: 'show', agent: '3', at: 7}]);
});

test('a command whose `when` returns false is not in the list of live commands', () =>
  expect(live(false).commands).toEqual([]));
