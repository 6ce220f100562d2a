import { expect, it } from 'vitest'
import { inReadingOrder } from './in-reading-order.ts'

it('sorts known keys first at every depth and keeps the order of others', () => {
  const manifest = {
    read: { objects: [{ zeal: 1, schedule: '0 * * * *', area: 2, objectName: 'Contact' }] },
    name: 'crm-sync',
  }

  const text = JSON.stringify(inReadingOrder(manifest))

  expect(text).toBe(
    '{"name":"crm-sync","read":{"objects":[{"objectName":"Contact","schedule":"0 * * * *","zeal":1,"area":2}]}}',
  )
})
