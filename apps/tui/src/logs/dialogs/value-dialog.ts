import {createValueChooser} from '../../list/conditions/value-chooser.ts';
import type {ConditionField} from '../conditions/entry-condition.ts';

export const valueChooser = createValueChooser<ConditionField>({
  prefix: 'value',
  rows: 'entries',
  keys: {
    pattern: 'p',
    server: 's',
    upstream: 'u',
    request: 'r',
    path: 'a',
    client: 'c',
    host: 'h',
    errno: 'e',
    req: 'i',
    file: 'f',
    level: 'l',
    zone: 'z',
    dictionary: 'd',
    group: 'g',
    certificate: 't',
  },
});

export const valueCommands = valueChooser.commands;
