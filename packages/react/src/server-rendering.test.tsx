import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import {
  ConnectProvider,
  InstallIntegration,
  PlatformProvider,
  useIsIntegrationInstalled,
  type PlatformOptions,
} from './index.ts'

const people = { consumerRef: 'ana', groupRef: 'acme' }
const options: PlatformOptions = { project: 'demo', apiKey: 'key' }

it('renders the loading state on a server', () => {
  const html = renderToString(
    <PlatformProvider options={options}>
      <InstallIntegration integration="salesforce-sync" {...people} />
      <ConnectProvider provider="salesforce" {...people} />
    </PlatformProvider>,
  )

  expect(html).toContain('data-state="loading"')
  expect(html).toContain('Loading Salesforce sync')
})

it('returns the documented hook result before loading', () => {
  const answers: unknown[] = []
  const Probe = () => {
    answers.push(useIsIntegrationInstalled('salesforce-sync', 'acme'))
    return null
  }

  renderToString(
    <PlatformProvider options={options}>
      <Probe />
    </PlatformProvider>,
  )

  expect(answers[0]).toEqual({
    isLoaded: false,
    isIntegrationInstalled: false,
    isError: false,
    error: null,
    config: undefined,
  })
})

it.each([
  [{ project: 'demo' }, /needs a credential/],
  [{ project: 'demo', apiKey: 'k', getToken: async () => 't' }, /not both/],
  [{ apiKey: 'k' }, /needs the project/],
])('explains how to fix the invalid options %o', (wrong, sentence) => {
  const render = () => renderToString(<PlatformProvider options={wrong as PlatformOptions} />)

  expect(render).toThrow(sentence)
})

it('throws an error that names the missing provider', () => {
  const render = () => renderToString(<InstallIntegration integration="x" {...people} />)

  expect(render).toThrow('Wrap this part of your app in <PlatformProvider')
})

it('requires consumerRef with getToken', () => {
  const Probe = () => {
    useIsIntegrationInstalled('salesforce-sync', 'acme')
    return null
  }
  const withTokens: PlatformOptions = { project: 'demo', getToken: async () => 'token' }

  const render = () =>
    renderToString(
      <PlatformProvider options={withTokens}>
        <Probe />
      </PlatformProvider>,
    )

  expect(render).toThrow('needs consumerRef')
})
