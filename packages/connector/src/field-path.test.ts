import { describe, expect, it } from 'vitest'
import { parseFieldPath, getValueAt } from './field-path.ts'

describe('parseFieldPath', () => {
  it.each([
    ['email', ['email']],
    ['Owner.Name', ['Owner.Name']],
    ["$['address']['city']", ['address', 'city']],
    ['$["address"]["city"]', ['address', 'city']],
    ["$['emails'][0]['value']", ['emails', '0', 'value']],
    [String.raw`$['it\'s']['a\\b']`, ["it's", String.raw`a\b`]],
    ["$['odd ] name']", ['odd ] name']],
    ['$cost', ['$cost']],
  ])('reads %s', (fieldName, steps) => {
    expect(parseFieldPath(fieldName)).toEqual(steps)
  })

  it.each(["$['address'", "$['address'].city", "$['']", '$[address]', '$[]', "$['a']['b"])(
    'refuses %s',
    (fieldName) => {
      expect(() => parseFieldPath(fieldName)).toThrow(SyntaxError)
    },
  )
})

describe('valueAt', () => {
  it('follows steps through objects and lists', () => {
    const record = { emails: [{ value: 'ada@acme.test' }] }

    expect(getValueAt(record, ['emails', '0', 'value'])).toBe('ada@acme.test')
  })

  it('returns undefined below a missing member, a null or a plain value', () => {
    const record = { owner: null, name: 'Ada' }

    expect(getValueAt(record, ['address', 'city'])).toBeUndefined()
    expect(getValueAt(record, ['owner', 'name'])).toBeUndefined()
    expect(getValueAt(record, ['name', 'length'])).toBeUndefined()
  })

  it('ignores inherited properties', () => {
    expect(getValueAt({}, ['constructor', 'name'])).toBeUndefined()
  })
})
