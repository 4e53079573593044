export {type Check, type Citation, type Need, NoResponse} from './check.ts';
export {CHECKS} from './checks/index.ts';
export type {Account} from './gateway/context.ts';
export {type Gateway, openGateway, type Target} from './gateway/open-gateway.ts';
export type {Trust} from './http/trust.ts';
export {type Result, type RunOptions, run, type Verdict} from './run-checks.ts';
