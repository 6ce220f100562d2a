import { expect, it } from 'vitest'
import { platform, runCli } from '../../testing/given.ts'

const catalogue = {
  hubspot: { displayName: 'HubSpot', support: { read: true, write: true, subscribe: true } },
  library: {
    displayName: 'Library',
    support: { read: true, write: true },
    proof: { read: 'samples', write: 'stand-in' },
  },
  shop: {
    displayName: 'Shop',
    support: { read: true, write: true },
    proof: { read: 'stand-in', write: 'spec' },
    urlsOverridden: true,
  },
  vault: { displayName: 'Vault', support: { proxy: true } },
}

const objects = {
  books: { evidence: { read: { level: 'spec' }, create: { level: 'stand-in' } } },
  loans: { evidence: { read: { level: 'stand-in' } } },
}

async function list(...args: string[]) {
  const { baseUrl } = await platform({
    'GET /v1/providers': { body: catalogue },
    'GET /v1/providers/library/objects': { body: objects },
  })
  const env = { PLATFORM_BASE_URL: baseUrl, PLATFORM_PROJECT: 'crm', PLATFORM_API_KEY: 'key' }
  return runCli(['providers', 'list', ...args], { env })
}

it('lists readable providers with the levels of their capabilities', async () => {
  const { exitCode, stdout } = await list()

  expect(exitCode).toBe(0)
  expect(stdout).toMatch(/hubspot +read built in, write built in, subscribe built in/)
  expect(stdout).toMatch(/library +read sample replies, write not verified/)
  expect(stdout).toMatch(
    /shop +read not verified, write specification \(this server overrides the URLs\)/,
  )
  expect(stdout).not.toContain('vault')
})

it('lists the objects of a provider, from a level on', async () => {
  const all = await list('library')
  const some = await list('library', '--level', 'spec')

  expect(all.stdout).toMatch(/books +read specification, create not verified/)
  expect(all.stdout).toMatch(/loans +read not verified/)
  expect(some.stdout).toContain('books')
  expect(some.stdout).not.toContain('loans')
})

it('prints levels as JSON', async () => {
  const { stdout } = await list('--level', 'samples', '--json')

  expect(JSON.parse(stdout)).toEqual([
    { provider: 'library', displayName: 'Library', read: 'samples', write: 'stand-in' },
  ])
})

it('names a provider that is not in the catalogue', async () => {
  const { exitCode, stderr } = await list('librari')

  expect(exitCode).toBe(1)
  expect(stderr).toContain('The catalogue has no provider `librari`. Did you mean `library`?')
})
