import { expect, it } from 'vitest'
import { findInexactNumber, parseExactly, TooDeepError } from './parse-exactly.ts'

it.each<[string, unknown]>([
  [
    '[{"id":9007199254740992},{"id":9007199254740993}]',
    [{ id: '9007199254740992' }, { id: '9007199254740993' }],
  ],
  ['{"id":-9007199254740993}', { id: '-9007199254740993' }],
  ['{"amount":12345678901234567.89}', { amount: '12345678901234567.89' }],
  ['{"amount":0.12345678901234567890123}', { amount: '0.12345678901234567890123' }],
  ['{"huge":1e400}', { huge: '1e400' }],
  ['{"tiny":1e-400}', { tiny: '1e-400' }],
  ['[-2E-324,0e-999,0.00e-400,5e-324]', ['-2E-324', 0, 0, 5e-324]],
  ['9007199254740993', '9007199254740993'],
  ['[1,\n9007199254740993]', [1, '9007199254740993']],
])('keeps the digits of %s', (text, value) => {
  expect(parseExactly(text)).toEqual(value)
})

it.each([
  '{"id":9007199254740991,"n":0.1,"e":1e21,"d":1.10}',
  '{"lat":33.900000000000006,"php":0.10000000000000001}',
  '{"printed":0.1000000000000000055511151231257827021181583404541015625}',
  '{"amount":123456789012345.67,"zeros":1.00000000000000000000}',
  '{"id":"9007199254740993","text":"a: 9007199254740993"}',
])('parses %s like JSON.parse', (text) => {
  expect(parseExactly(text)).toEqual(JSON.parse(text))
})

/** Each would take minutes if the time grew with the square of the length. */
it.each([
  `1.${'0'.repeat(1_000_000)}1`,
  '1.0'.repeat(300_000),
  `0.${'10'.repeat(500_000)}`,
  '1'.repeat(9_900_000),
  `1e${'1'.repeat(9_900_000)}`,
])('reads a number of many digits in one pass (%#)', (number) => {
  const text = `[${number},9007199254740993,": ${number}"]`
  const read = () => parseExactly(text)

  if (number.split('.').length > 2) expect(read).toThrow(SyntaxError)
  else expect(read()).toEqual([number, '9007199254740993', `: ${number}`])
})

it('finds the first number that a double cannot represent', () => {
  expect(findInexactNumber('{"a":1,"b":{"c":9007199254740993,"d":1e999}}')).toEqual({
    key: 'c',
    source: '9007199254740993',
  })
  expect(findInexactNumber('{"a":"9007199254740993"}')).toBeUndefined()
})

const nest = (depth: number, inside = '1') => `${'['.repeat(depth)}${inside}${']'.repeat(depth)}`

it.each([nest(10_000), nest(65), `{"a":${nest(64)}}`, '['.repeat(100_000)])(
  'rejects what is nested too deeply',
  (text) => {
    expect(() => parseExactly(text)).toThrow(TooDeepError)
  },
)

it.each([nest(64), `[${nest(63)},${nest(63)}]`, JSON.stringify(['['.repeat(100), '"[[\\'])])(
  'accepts %s',
  (text) => {
    expect(parseExactly(text)).toEqual(JSON.parse(text))
  },
)
