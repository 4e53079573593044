export type {FakeCalls, FakeList, FakeRow, FakeSession} from './fake-calls.ts';
export {fakeClient} from './fake-client.ts';
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
