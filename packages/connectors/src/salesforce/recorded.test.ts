import { sandboxApps, sandboxControl, startSandbox } from '@platform/sandbox'
import { describe } from 'vitest'
import { behavesAsConnector, tellsOfDeletions } from '../testing/conformance.ts'
import { behavesAsCustomFields } from '../testing/custom-fields-conformance.ts'
import { tellsOfObjects } from '../testing/objects-conformance.ts'
import { salesforcePaging as paging } from '../testing/recorded/paging.ts'
import { recordedStage, type Live } from '../testing/recorded/stage.ts'
import { atSandbox } from '../testing/sandbox-entries.ts'
import { signIn } from '../testing/sign-in.ts'
import { behavesAsSubscribing } from '../testing/subscribe-conformance.ts'
import { behavesAsWriting } from '../testing/write-conformance.ts'
import * as kit from './testing.ts'

/** Every kit again, each on a cassette of its own: the connector alone, without any provider. */
const count = 60

/** Cassettes are read by people too. */
const few = {
  accounts: 5,
  users: 2,
  leads: 5,
  opportunities: 5,
  cases: 5,
  tasks: 5,
  subscriptions: 5,
}

async function live(contacts: number): Promise<Live> {
  const sandbox = await startSandbox({ seed: { ...few, contacts } })
  const entry = atSandbox(sandbox).salesforce
  if (!entry) throw new Error('The catalogue has no Salesforce.')
  const client = await signIn(entry, sandboxApps.salesforce)
  return { client, url: sandbox.salesforceUrl, close: () => sandbox.close() }
}

const staged = (
  name: string,
  {
    contacts,
    pageSize,
    prepare,
  }: { contacts: number; pageSize?: number; prepare?: (live: Live) => Promise<void> },
) =>
  recordedStage({
    cassette: new URL(`cassettes/${name}.json`, import.meta.url),
    paging,
    ...(pageSize !== undefined && { pageSize }),
    async live() {
      const opened = await live(contacts)
      await prepare?.(opened)
      return opened
    },
  })

describe('the recorded Salesforce: read', () => {
  const stage = staged('read', { contacts: count, pageSize: 20 })
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

describe('the recorded Salesforce: deletions', () => {
  const stage = staged('deletions', { contacts: count, pageSize: 20 })
  tellsOfDeletions({
    ...kit.deleting,
    deletions: 25,
    rehearse: () => ({
      client: stage.client,
      remove: (id) => kit.remove(stage.client, id),
    }),
  })
})

describe('the recorded Salesforce: objects and counts', () => {
  const stage = staged('objects', { contacts: count, pageSize: 20 })
  tellsOfObjects({ ...kit.objects, rehearse: () => ({ client: stage.client }) })
})

describe('the recorded Salesforce: write and search', () => {
  const stage = staged('write', {
    contacts: 20,
    prepare: ({ client }) => kit.makeKeyField(client),
  })
  behavesAsWriting({
    ...kit.writing,
    rehearse: () => ({ client: stage.client, loseReply: stage.loseReply }),
  })
})

describe('the recorded Salesforce: custom fields', () => {
  const stage = staged('custom-fields', { contacts: 20 })
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

describe('the recorded Salesforce: subscribe', () => {
  const stage = staged('subscribe', { contacts: 20 })
  behavesAsSubscribing({
    ...kit.subscribing,
    rehearse: () => ({
      client: stage.client,
      create: () => kit.createAccount(stage.client),
    }),
  })
})
