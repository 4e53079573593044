export {
  startTestServer,
  TEST_ACCESS,
  type TestAccess,
  type TestFault,
  type TestRequest,
  type TestServer,
  type TestServerOptions,
  testSeed,
} from './start-test-server.ts';
