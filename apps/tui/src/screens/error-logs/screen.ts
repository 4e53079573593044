import {LEVELS} from '@edge-console/schema/values';
import type {Params, Screen} from '../../core/screen.ts';
import {errorLogsCommands} from './commands.ts';
import {filterOf} from './dialogs.ts';
import {type ErrorLogsAction, type ErrorLogsState, errorLogsInitial} from './state.ts';
import {updateErrorLogs} from './update.ts';
import {ErrorLogsView} from './view.tsx';

const NUMBERS = ['nodeType', 'nodeId', 'appId'];

/** `level` (number or name), `nodeType`, `nodeId`, `appId`, `requestId`. */
const open = (params: Params): ErrorLogsAction | string => {
  const wrong = NUMBERS.find(name => params[name] !== undefined && !/^-?\d+$/.test(params[name]));
  if (wrong !== undefined) return `${wrong} is not a whole number: ${params[wrong]}`;
  const {level = ''} = params;
  const named = LEVELS.map(String).indexOf(level.toUpperCase());
  const value = named >= 0 ? String(named) : level;
  if (value !== '' && !/^[0-8]$/.test(value)) return `there is no level ${level}`;
  return {kind: 'filter', filter: {...filterOf({...params, level: value}), range: {}}};
};

export const errorLogsScreen: Screen<ErrorLogsState, ErrorLogsAction> = {
  title: 'Error logs',
  initial: errorLogsInitial,
  enter: {kind: 'enter'},
  leave: {kind: 'leave'},
  resized: {kind: 'resized'},
  update: updateErrorLogs,
  commands: errorLogsCommands,
  open,
  View: ErrorLogsView,
};
