export {
  startTestServer,
  TEST_ACCESS,
  type TestAccess,
  type TestServer,
  type TestServerOptions,
  testSeed,
} from './start-test-server.ts';
