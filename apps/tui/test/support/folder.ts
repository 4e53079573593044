export {sharedFolder, temporaryFolder} from '../../../server/test/folder.ts';
