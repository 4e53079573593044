export {findNginx, type NginxPrograms} from './find-nginx.ts';
export {type Nginx, type NginxOptions, startNginx} from './start-nginx.ts';
