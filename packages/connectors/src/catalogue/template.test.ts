import { describe, expect, it } from 'vitest'
import { fillTemplate, resolveTemplate, TemplateError } from './template.ts'

const salesforce = 'https://{{workspace}}.my.salesforce.com/services/oauth2/token'

describe('resolveTemplate', () => {
  it('replaces variables', () => {
    expect(resolveTemplate(salesforce, { workspace: ' acme--dev.sandbox ' })).toBe(
      'https://acme--dev.sandbox.my.salesforce.com/services/oauth2/token',
    )
  })

  it('returns a URL without variables unchanged', () => {
    expect(resolveTemplate('http://127.0.0.1:4010/x', {})).toBe('http://127.0.0.1:4010/x')
  })

  it.each([
    'evil.example/',
    'evil.example?',
    'evil.example#',
    String.raw`evil.example\a`,
    'evil.example:443',
    'user@evil.example',
    'evil example',
    'a..b',
    'evil.example%2f',
  ])('rejects %s, which would change the host', (workspace) => {
    expect(() => resolveTemplate(salesforce, { workspace })).toThrow(TemplateError)
  })

  it('names every variable without a value', () => {
    expect(() => resolveTemplate('https://{{a}}.{{b}}.example.com', { a: ' ' })).toThrow(
      'The value of a, b is missing.',
    )
  })

  it('ignores inherited properties as values', () => {
    expect(() => resolveTemplate('https://{{constructor}}.example.com', {})).toThrow(TemplateError)
  })

  it('accepts any host for self-hosted products', () => {
    expect(resolveTemplate('https://{{host}}/api', { host: 'crm.acme.test:8443' })).toBe(
      'https://crm.acme.test:8443/api',
    )
    expect(resolveTemplate('{{url}}/rest', { url: 'http://crm.acme.test/sugar/' })).toBe(
      'http://crm.acme.test/sugar/rest',
    )
  })

  it.each([
    ['https://{{host}}/api', 'https://crm.acme.test'],
    ['https://{{host}}/api', 'user@crm.acme.test'],
    ['{{host}}/api', 'ftp://crm.acme.test'],
    ['{{host}}/api', 'https://user:pass@crm.acme.test'],
    ['{{host}}/api', 'https://crm.acme.test?'],
    ['{{host}}/api', 'crm.acme.test'],
  ])('rejects for %s the value %s', (template, host) => {
    expect(() => resolveTemplate(template, { host })).toThrow(TemplateError)
  })

  it('rejects dots in a label of the host', () => {
    const template = 'https://identitystore.{{region}}.amazonaws.com'

    expect(resolveTemplate(template, { region: 'eu-west-1' })).toContain('.eu-west-1.')
    expect(() => resolveTemplate(template, { region: 'bucket.s3' })).toThrow(TemplateError)
  })
})

describe('fillTemplate', () => {
  it('accepts any single-line text in a header', () => {
    expect(fillTemplate('Bearer {{token}}', { token: 'a/b@c: d' })).toBe('Bearer a/b@c: d')
    expect(() => fillTemplate('Bearer {{token}}', { token: 'a\r\nx-b: c' })).toThrow(TemplateError)
  })
})
