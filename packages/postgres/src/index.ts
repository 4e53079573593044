export {openPostgres} from './open.ts';
