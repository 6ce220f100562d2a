import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { eventSentences, sentenceOfEvent } from './event-sentence.ts'

it.each([
  ['read.schedule.paused', 'contact', 'Scheduled reads of contact paused'],
  ['installation.created', undefined, 'Installation created'],
  ['invented.by.tomorrow', 'contact', 'Invented by tomorrow contact'],
])('describes the event %s of object %s', (eventType, objectName, sentence) => {
  expect(sentenceOfEvent({ eventType, ...(objectName && { objectName }) })).toBe(sentence)
})

it('has a sentence for every event', async () => {
  const contract = new URL('../../../../../packages/contract/openapi.json', import.meta.url)
  const { components } = JSON.parse(await readFile(contract, 'utf8')) as {
    components: { schemas: { NotificationEventType: { enum: string[] } } }
  }

  expect(Object.keys(eventSentences).toSorted()).toEqual(
    components.schemas.NotificationEventType.enum.toSorted(),
  )
})
