export {CONFIGURED, configuredNames, configuredSearch} from './configured.ts';
