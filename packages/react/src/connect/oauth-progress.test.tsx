import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PlatformProvider } from '../platform-provider.tsx'
import { localProblem } from '../config/local-problem.ts'
import { OAuthProgress } from './oauth-progress.tsx'
import type { OAuthState } from './use-oauth.ts'

const installURL = 'https://login.salesforce.test/packaging/installPackage.apexp?p0=04t'

const renderProgress = (state: OAuthState) =>
  renderToStaticMarkup(
    <PlatformProvider options={{ project: 'demo', apiKey: 'key' }}>
      <OAuthProgress
        state={state}
        providerName="Salesforce"
        onAgain={() => undefined}
        onCancel={() => undefined}
      />
    </PlatformProvider>,
  )

it.each<OAuthState>([
  { step: 'waiting', installURL },
  { step: 'failed', error: localProblem('OAUTH_EC_APP_NOT_FOUND', 'no app', 422), installURL },
])('leads administrators to the app that must be installed ($step)', (state) => {
  const html = renderProgress(state)

  expect(html).toContain(`href="${installURL}"`)
  expect(html).toContain('>Install</a>')
  expect(html).toContain('administrator of your Salesforce account')
})

it('shows no link without a package', () => {
  expect(renderProgress({ step: 'waiting' })).not.toContain('Install')
})
