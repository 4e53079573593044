export {prepareClusters as default} from './postgres/support/cluster.ts';
