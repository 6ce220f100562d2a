export {
  makeConnectedState,
  createFakeApi,
  makeInstalledState,
  type FakeApi,
  type FakeApiOptions,
  type FakeApiState,
} from './fake-api.ts'
export { fakeProblem, sampleReadProblem } from './fake-problems.ts'
