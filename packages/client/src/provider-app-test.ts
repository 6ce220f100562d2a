import type { Schemas } from './schemas.ts'

type Step = Schemas['ProviderAppTestStep']

/** Group and consumer of the connection that a test sign-in creates, which is deleted afterwards. */
export const appTestGroup = 'provider-app-test'

/** Labels of the results of the test of a provider app. */
export const appTestWords: Record<Schemas['ProviderAppTest']['status'], string> = {
  passed: 'Test passed',
  failed: 'Test failed',
  incomplete: 'Test incomplete: sign in to complete it',
}

const stepWords: Record<Step['step'], string> = {
  authorizeURL: 'Sign-in page',
  redirectURI: 'Redirect URI',
  clientCredentials: 'Client ID and secret',
  scopes: 'Granted scopes',
  refreshToken: 'Refresh token',
  readObject: 'Read',
}

/** Returns the label of a step of the test of a provider app. */
export const nameAppTestStep = ({ step, objectName }: Step): string =>
  [stepWords[step], objectName].filter(Boolean).join(' ')
