export {type NginxFields, splitFields} from './fields.ts';
