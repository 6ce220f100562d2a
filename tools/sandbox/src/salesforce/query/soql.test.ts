import { describe, expect, it } from 'vitest'
import { SalesforceError } from '../org/errors.ts'
import { parseSoql } from './soql.ts'

describe('reading SOQL', () => {
  it('understands parents, children, functions and all clauses', () => {
    const text =
      'SELECT Id, Account.Owner.Name, COUNT(Id) n, (SELECT Id FROM Tasks) FROM Contact c ' +
      "WHERE (Name LIKE 'A%' OR NOT Email = NULL) AND AccountId IN (SELECT Id FROM Account) " +
      'ORDER BY LastName DESC NULLS LAST, Id LIMIT 10 OFFSET 5'

    const query = parseSoql(text)

    expect(query.select.map(({ kind }) => kind)).toEqual([
      'field',
      'field',
      'aggregate',
      'children',
    ])
    expect(query).toMatchObject({ from: 'Contact', alias: 'c', limit: 10, offset: 5 })
    expect(query.where).toMatchObject({ kind: 'and', parts: [{ kind: 'or' }, { kind: 'in' }] })
    expect(query.orderBy).toMatchObject([
      { path: { names: ['LastName'] }, descending: true, nullsLast: true },
      { path: { names: ['Id'] }, descending: false },
    ])
  })

  it.each([
    [String.raw`'it\'s'`, { kind: 'string', value: "it's" }],
    [String.raw`'a\nb\\'`, { kind: 'string', value: 'a\nb\\' }],
    ['-12.5', { kind: 'number', value: -12.5 }],
    ['true', { kind: 'boolean', value: true }],
    ['null', { kind: 'null' }],
    ['2026-01-31', { kind: 'date', value: '2026-01-31' }],
    ['2026-01-31T10:00:00Z', { kind: 'datetime', value: Date.UTC(2026, 0, 31, 10) }],
    [
      '2026-01-31T10:00:00.500+01:00',
      { kind: 'datetime', value: Date.UTC(2026, 0, 31, 9, 0, 0, 500) },
    ],
    ['LAST_N_DAYS:7', { kind: 'relative', name: 'LAST_N_DAYS', n: 7 }],
  ])('reads the literal %s', (text, literal) => {
    const { where } = parseSoql(`SELECT Id FROM Account WHERE X = ${text}`)

    expect(where).toMatchObject({ kind: 'compare', literal })
  })

  it.each([
    ['SELECT FROM Account', "unexpected token: 'FROM'"],
    ['SELECT Id Account', "unexpected token: 'Account'"],
    ['SELECT Id FROM Account WHERE', "unexpected token: '<EOF>'"],
    ['SELECT Id FROM Account WHERE A = 1 AND B = 2 OR C = 3', "unexpected token: 'OR'"],
    ["SELECT Id FROM Account WHERE A = 'open", "unexpected token: '''"],
    ['SELECT Id FROM Account LIMIT few', "unexpected token: 'few'"],
    ['SELECT SHOUT(Id) FROM Account', "unexpected token: 'SHOUT'"],
  ])('refuses %s', (text, message) => {
    const parse = () => parseSoql(text)

    expect(parse).toThrow(SalesforceError)
    expect(parse).toThrow(message)
  })

  it('reports the position of the error', () => {
    const parse = () => parseSoql('SELECT Id,Name FROM Account WHERE Name ? 1')

    expect(parse).toThrow("\nName ? 1\n     ^\nERROR at Row:1:Column:40\nunexpected token: '?'")
  })
})
