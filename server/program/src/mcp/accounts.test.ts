// @module-tag agent-tools
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import * as contract from '@platform/contract'
import { expect, it } from 'vitest'
import { chooseFields, givenWorld, worldManifest } from '@platform/testing/world'

it('offers the tools of each account under names of their own, and calls the named one', async () => {
  const world = await givenWorld()
  try {
    await world.must(contract.batchUpsertIntegrations, {
      body: {
        sourceYaml: `${worldManifest.replace('provider: salesforce', 'provider: salesforce\n    multiple: true')}    tools:
      objects:
        - objectName: Contact
          actions: [sample]
`,
      },
    })
    const { connectionId } = await world.connect('globex', 'another')
    const { body: emea } = await world.must(contract.createInstallation, {
      query: { skipSampling: 'true' },
      body: {
        ...{ groupRef: 'globex', instance: 'emea', connectionId },
        config: { content: chooseFields() },
      },
    })
    const url = await world.api.http.listen({ port: 0, host: '127.0.0.1' })
    const connect = async (query: string) => {
      const client = new Client(
        { name: 'test', version: '1.0.0' },
        { versionNegotiation: { mode: 'auto' } },
      )
      const headers = { 'x-api-key': world.tenant.full.key }
      await client.connect(
        new StreamableHTTPClientTransport(new URL(`${url}/mcp/v1${query}`), {
          requestInit: { headers },
        }),
      )
      return client
    }
    const listNames = async (query: string) =>
      (await (await connect(query)).listTools()).tools.map(({ name }) => name)

    const names = await listNames('?groupRef=globex')
    const ofAccount = await listNames('?groupRef=globex&instance=emea')
    const ofDefault = await listNames('?groupRef=globex&instance=')
    const agent = await connect('?groupRef=globex')
    for (const name of names) await agent.callTool({ name, arguments: {} })

    expect(names).toEqual(['crm_sample_Contact', 'crm_emea_sample_Contact'])
    expect(ofAccount).toEqual(['crm_emea_sample_Contact'])
    expect(ofDefault).toEqual(['crm_sample_Contact'])
    const findCalled = async (integrationId: string, installationId: string) => {
      const { body } = await world.must(contract.listOperations, {
        params: { integrationId, installationId },
      })
      return body.results
        .filter(({ actionType }: { actionType: string }) => actionType === 'toolCall')
        .map((operation: { metadata?: { tool?: string } }) => operation.metadata?.tool)
    }
    expect(await findCalled('crm', emea.id)).toHaveLength(1)
    expect(await findCalled('crm', world.ids['installationId']!)).toHaveLength(1)
  } finally {
    await world.close()
  }
})
