import { expect, it } from 'vitest'
import { differences } from './manifest-diff.ts'

const object = (more: object) => ({ read: { objects: [{ objectName: 'Contact', ...more }] } })

it.each([
  { when: 'nothing differs', before: object({}), after: object({}), lines: [] },
  {
    when: 'a value is another',
    before: object({ schedule: '0 * * * *' }),
    after: object({ schedule: '*/10 * * * *' }),
    lines: ['~ read.objects.Contact.schedule: "0 * * * *" → "*/10 * * * *"'],
  },
  {
    when: 'fields move from one list to another',
    before: object({ requiredFields: [{ fieldName: 'Id' }, { fieldName: 'Title' }] }),
    after: object({
      requiredFields: [{ fieldName: 'Id' }],
      optionalFields: [{ fieldName: 'Title' }],
    }),
    lines: ['- read.objects.Contact.requiredFields.Title', '+ read.objects.Contact.optionalFields'],
  },
  {
    when: 'objects only change places',
    before: { read: { objects: [{ objectName: 'A' }, { objectName: 'B' }] } },
    after: { read: { objects: [{ objectName: 'B' }, { objectName: 'A' }] } },
    lines: [],
  },
])('describes the difference when $when', ({ before, after, lines }) => {
  expect(differences(before, after)).toEqual(lines)
})
