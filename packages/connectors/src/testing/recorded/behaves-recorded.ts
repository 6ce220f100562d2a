import { sandboxApps, sandboxControl, startSandbox } from '@platform/sandbox'
import { describe } from 'vitest'
import { behavesAsConnector, testDeletions } from '../conformance.ts'
import { behavesAsCustomFields } from '../custom-fields-conformance.ts'
import { testObjectMetadata } from '../objects-conformance.ts'
import type { RehearsalClient } from '../provider-client.ts'
import { atSandbox } from '../sandbox-entries.ts'
import { signIn } from '../sign-in.ts'
import { behavesAsSubscribing } from '../subscribe-conformance.ts'
import { behavesAsWriting } from '../write-conformance.ts'
import type { PagingRule } from './paging.ts'
import { prepareRecordedStage, type Live } from './stage.ts'

type Given<Behaves extends (given: never) => void, Staged extends string> = Omit<
  Parameters<Behaves>[0],
  Staged
>

/** Test data of a provider's connector, recorded and with the sandbox. */
interface Kit {
  scopes?: readonly string[]
  reading: Given<typeof behavesAsConnector, 'count' | 'rehearse'>
  change(client: RehearsalClient, id: string): Promise<unknown>
  deleting: Given<typeof testDeletions, 'deletions' | 'rehearse'>
  remove(client: RehearsalClient, id: string): Promise<unknown>
  objects: Given<typeof testObjectMetadata, 'rehearse'>
  writing: Given<typeof behavesAsWriting, 'rehearse'>
  /** Creates the key field of upserts, if the sandbox has none. */
  makeKeyField?(client: RehearsalClient): Promise<void>
  customFields: Given<typeof behavesAsCustomFields, 'isThorough' | 'rehearse'>
  fieldCalls: { path: string; firstWriting: number }
  subscribing: Given<typeof behavesAsSubscribing, 'rehearse'>
  createAccount?(client: RehearsalClient): Promise<unknown>
}

const count = 60

/** Small, because people read cassettes too. */
const few = {
  accounts: 5,
  users: 2,
  leads: 5,
  opportunities: 5,
  cases: 5,
  tasks: 5,
  subscriptions: 5,
}

/**
 * Runs every suite with its own cassette: the connector alone, without a provider. Replies are
 * identified by the names of the tests.
 * @param cassettes URL of the folder of the cassettes, with a trailing slash
 */
export function behavesRecorded(
  kit: Kit,
  {
    provider,
    cassettes,
    paging,
  }: { provider: 'salesforce' | 'hubspot'; cassettes: URL; paging: PagingRule },
): void {
  const name = provider === 'salesforce' ? 'Salesforce' : 'HubSpot'
  const prepareStage = (
    about: string,
    {
      contacts,
      pageSize,
      prepare,
    }: { contacts: number; pageSize?: number; prepare?: (live: Live) => Promise<void> },
  ) =>
    prepareRecordedStage({
      cassette: new URL(`${about}.json`, cassettes),
      paging,
      ...(pageSize !== undefined && { pageSize }),
      async live() {
        const sandbox = await startSandbox({ seed: { ...few, contacts } })
        const entry = atSandbox(sandbox)[provider]
        if (!entry) throw new Error(`The catalogue has no ${provider}.`)
        const client = await signIn(entry, sandboxApps[provider], { scopes: kit.scopes ?? [] })
        const url = provider === 'salesforce' ? sandbox.salesforceUrl : sandbox.hubspotUrl
        const opened = { client, url, close: () => sandbox.close() }
        await prepare?.(opened)
        return opened
      },
    })

  describe(`the recorded ${name}: read`, () => {
    const stage = prepareStage('read', { contacts: count, pageSize: 20 })
    behavesAsConnector({
      ...kit.reading,
      count,
      rehearse: () => ({
        client: stage.client,
        change: (id) => kit.change(stage.client, id),
        loseCursors: stage.loseCursors,
      }),
    })
  })

  describe(`the recorded ${name}: deletions`, () => {
    const stage = prepareStage('deletions', { contacts: count, pageSize: 20 })
    testDeletions({
      ...kit.deleting,
      deletions: 25,
      rehearse: () => ({
        client: stage.client,
        remove: (id) => kit.remove(stage.client, id),
      }),
    })
  })

  describe(`the recorded ${name}: objects and counts`, () => {
    const stage = prepareStage('objects', { contacts: count, pageSize: 20 })
    testObjectMetadata({ ...kit.objects, rehearse: () => ({ client: stage.client }) })
  })

  describe(`the recorded ${name}: write and search`, () => {
    const { makeKeyField } = kit
    const stage = prepareStage('write', {
      contacts: 20,
      ...(makeKeyField && { prepare: ({ client }) => makeKeyField(client) }),
    })
    behavesAsWriting({
      ...kit.writing,
      rehearse: () => ({ client: stage.client, loseReply: stage.loseReply }),
    })
  })

  describe(`the recorded ${name}: custom fields`, () => {
    const stage = prepareStage('custom-fields', { contacts: 20 })
    behavesAsCustomFields({
      ...kit.customFields,
      isThorough: false,
      rehearse: () => ({
        client: stage.client,
        writePath: kit.fieldCalls.path,
        fail: (effect, pathRegex) =>
          stage.steer((opened) =>
            sandboxControl(opened.url).addFault({
              effect,
              match: { pathRegex },
              nth: kit.fieldCalls.firstWriting,
            }),
          ),
      }),
    })
  })

  describe(`the recorded ${name}: subscribe`, () => {
    const stage = prepareStage('subscribe', { contacts: 20 })
    const { createAccount } = kit
    behavesAsSubscribing({
      ...kit.subscribing,
      rehearse: () => ({
        client: stage.client,
        ...(createAccount && { create: () => createAccount(stage.client) }),
      }),
    })
  })
}
