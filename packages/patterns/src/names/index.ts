export {CONFIGURED, configuredNames} from './configured.ts';
