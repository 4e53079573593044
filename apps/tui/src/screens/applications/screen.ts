import type {Screen} from '../../core/screen.ts';
import {applicationsCommands} from './commands.ts';
import {type ApplicationsAction, type ApplicationsState, applicationsInitial} from './state.ts';
import {updateApplications} from './update.ts';
import {ApplicationsView} from './view.tsx';

export const applicationsScreen: Screen<ApplicationsState, ApplicationsAction> = {
  title: 'Applications',
  initial: applicationsInitial,
  enter: {kind: 'enter'},
  leave: {kind: 'leave'},
  resized: {kind: 'resized'},
  update: updateApplications,
  commands: applicationsCommands,
  open: ({agent}) => (agent === undefined ? 'An agent id is needed.' : {kind: 'agent', agent}),
  View: ApplicationsView,
};
