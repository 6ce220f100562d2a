import { describe, expect, it } from 'vitest'
import { decodeText } from './decode-body.ts'

const plain = Buffer.from('{"trees":[1,2,3]}')

describe('a text is decoded', () => {
  it.each<[string, Buffer, string | undefined, string]>([
    ['as UTF-8', Buffer.from('Café Zürich'), 'application/json', 'Café Zürich'],
    ['with its mark', Buffer.from('\uFEFFCafé'), undefined, '\uFEFFCafé'],
    ['from Latin-1', Buffer.from('Café', 'latin1'), 'text/plain; charset=ISO-8859-1', 'Café'],
    ['from UTF-8 declared as Latin-1', Buffer.from('Café'), 'text/plain; charset=latin1', 'Café'],
    ['from UTF-16 by its mark', Buffer.from('\uFEFFCafé', 'utf16le'), undefined, 'Café'],
    ['by its charset', Buffer.from('Café', 'utf16le'), 'text/csv; charset="utf-16le"', 'Café'],
    ['from Shift_JIS', Buffer.from([0x83, 0x65]), 'text/csv;charset=shift_jis', 'テ'],
    [
      'by its XML declaration',
      Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>', 'latin1'),
      'text/xml',
      '<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>',
    ],
    ["as 'utf-8'", Buffer.from('Café'), "text/plain; charset='utf-8'", 'Café'],
    ['as utf8mb4', Buffer.from('Café'), 'text/plain; charset=utf8mb4', 'Café'],
    ['without a charset', Buffer.from('Café'), 'text/plain; charset=None', 'Café'],
    ['with a replacement character', Buffer.from('a\uFFFDb'), undefined, 'a\uFFFDb'],
  ])('%s', (_, body, type, decoded) => {
    expect(decodeText(body, type)).toEqual({ text: decoded })
  })

  it.each<[string, Buffer, string | undefined, string]>([
    [
      'an undeclared encoding',
      Buffer.from('\uFFFD Café', 'utf8').fill(0xe9, 7, 8),
      undefined,
      'byte 7',
    ],
    ['an unknown charset', plain, 'text/plain; charset=klingon', 'the charset klingon is unknown'],
    ['another charset', Buffer.from([0x61, 0xff]), 'text/csv;charset=shift_jis', 'character 1'],
  ])('unless it has %s', (_, body, type, malformed) => {
    expect(decodeText(body, type).malformed).toContain(malformed)
  })

  it('in parts, whose last character may be cut', () => {
    const part = Buffer.from('Café').subarray(0, 4)

    expect(decodeText(part, undefined, { isPart: true })).not.toHaveProperty('malformed')
    expect(decodeText(part, undefined)).toHaveProperty('malformed')
  })
})
