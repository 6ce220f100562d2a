import type { ProviderClient } from '@platform/connector'
import { expect, it } from 'vitest'
import { catalogue, getEntryFile } from '../../catalogue/catalogue.ts'
import { requireValue } from '../../require-value.ts'
import { readAllPages } from '../../testing/read-all.ts'
import { pickDeclaration } from '../schema/entry.ts'
import { serveStandIns } from '../stand-in/serve.ts'
import { DeclaredStandIn } from '../stand-in/stand-in.ts'

it('reads nothing from a provider that omits a list without records', async () => {
  const docusign = requireValue(catalogue['docusign'])
  const declaration = pickDeclaration(requireValue(getEntryFile(docusign)))
  const standIns = await serveStandIns()
  standIns.add('docusign', new DeclaredStandIn(declaration, { count: 0 }))

  const brands = await readAllPages(requireValue(docusign.connector), standIns.client('docusign'), {
    objectName: 'brands',
    fieldNames: [],
  })
  await standIns.close()

  expect(brands.records).toEqual([])
  expect(brands.pages.at(-1)?.incomplete).toBeUndefined()
})

it('reads no brands from an account of DocuSign without any', async () => {
  const connector = requireValue(catalogue['docusign']?.connector)
  const client: ProviderClient = {
    metadata: { accountId: '1' },
    request: () => Promise.resolve({ status: 200, headers: {}, body: {} }),
  }

  const brands = await readAllPages(connector, client, { objectName: 'brands', fieldNames: [] })

  expect(brands.records).toEqual([])
})
