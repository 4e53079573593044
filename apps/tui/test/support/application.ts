export {application, type SeedApplication} from '../../../server/test/seed-rows.ts';
