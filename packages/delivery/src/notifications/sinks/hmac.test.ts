import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { createHmacSha256, roomBefore } from './hmac.ts'

const bytes = (count: number) => Buffer.from(Array.from({ length: count }, (_, at) => at % 256))
const texts = {
  none: '',
  short: '{"name":"Ana"}',
  'not ASCII': 'Äna 🐘',
  large: 'é'.repeat(500_000),
}

it.each([0, 1, 32, 63, 64, 65, 128, 300])(
  'signs as Node does with a secret of %i bytes',
  (size) => {
    const secret = bytes(size)
    const hmac = createHmacSha256(secret)
    const sign = (text: string) =>
      hmac(Buffer.concat([Buffer.alloc(roomBefore), Buffer.from(text)]))

    for (const [name, text] of Object.entries(texts)) {
      const expected = createHmac('sha256', secret).update(text).digest('base64')
      expect(sign(text), name).toBe(expected)
    }
    // What was signed before leaves nothing behind.
    expect(sign(texts.short)).toBe(
      createHmac('sha256', secret).update(texts.short).digest('base64'),
    )
  },
)
