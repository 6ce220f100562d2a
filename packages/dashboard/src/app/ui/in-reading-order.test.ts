import { expect, it } from 'vitest'
import { inReadingOrder } from './in-reading-order.ts'

it('puts known keys first, at every depth, and leaves the others as they came', () => {
  const manifest = {
    read: { objects: [{ zeal: 1, schedule: '0 * * * *', area: 2, objectName: 'Contact' }] },
    name: 'crm-sync',
  }

  const text = JSON.stringify(inReadingOrder(manifest))

  expect(text).toBe(
    '{"name":"crm-sync","read":{"objects":[{"objectName":"Contact","schedule":"0 * * * *","zeal":1,"area":2}]}}',
  )
})
