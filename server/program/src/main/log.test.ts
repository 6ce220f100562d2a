import { expect, it } from 'vitest'
import { createLog } from './log.ts'

const secret = 's3cr3t-of-globex'

function logError(error: unknown): { text: string; err: Record<string, unknown> } {
  let text = ''
  const log = createLog({ PLATFORM_LOG_LEVEL: 'info' }, { write: (line) => void (text += line) })
  log.child({ destinationId: 'dest_1' }).error({ err: error }, 'it failed')
  return { text, err: JSON.parse(text).err }
}

const whatIsThrown = (work: () => unknown): unknown => {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('It did not fail.')
}

it.each<[string, unknown]>([
  ['a URL with a password', whatIsThrown(() => new URL(`postgresql://user:${secret}@[host/db`))],
  [
    'an error message with a password',
    new Error(`cannot reach postgresql://user:${secret}@db:5432/platform`),
  ],
  ['a query', new Error(`GET https://api.acme.test/v1/people?key=${secret}&page=2 failed`)],
  ['a header', new Error(`refused: Authorization: Bearer ${secret}`)],
  ['basic authentication', new Error(`Basic ${Buffer.from(`ana:${secret}`).toString('base64')}`)],
  ['a form', new Error(`grant_type=refresh_token&refresh_token=${secret}&client_id=a`)],
  ['JSON', new Error(`Unexpected reply {"access_token": "${secret}", "expires_in": 3600}`)],
  ['JSON with an escaped quote', new Error(`{"client_secret":"\\"${secret}","a":1}`)],
  ['a key of ours', new Error(`plat_full_${secret} is no key`)],
  ['a signing key', new Error(`whsec_${Buffer.from(secret).toString('base64')}`)],
  ['a private key', new Error(`-----BEGIN PRIVATE KEY-----\n${secret}\n-----END PRIVATE KEY-----`)],
  ['a cause', new Error('it failed', { cause: new Error(`password=${secret}`) })],
  ['many errors', new AggregateError([new Error(`api_key: ${secret}`)], 'all failed')],
  [
    'a row that broke a rule',
    Object.assign(new Error('null value'), { detail: `Failing row contains (${secret}).` }),
  ],
  [
    'what a library keeps',
    Object.assign(new Error('x'), {
      request: { headers: { authorization: secret } },
      data: secret,
    }),
  ],
  ['no error at all', `token=${secret}`],
  ['an object', { token: secret }],
])('removes credentials from errors: %s', (_what, error) => {
  const { text } = logError(error)

  expect(text).not.toContain(secret)
  expect(text).not.toContain(Buffer.from(secret).toString('base64').slice(0, 12))
  expect(text).not.toContain(Buffer.from(`ana:${secret}`).toString('base64').slice(0, 12))
  expect(text).toContain('it failed')
})

it('keeps the diagnostic members of an error', () => {
  const error = Object.assign(
    new Error('duplicate key value violates unique constraint "projects_name_key"'),
    {
      code: '23505',
      constraint: 'projects_name_key',
      table: 'projects',
      detail: 'Key (name)=(crm).',
    },
  )

  const { err } = logError(error)

  expect(err).toEqual({
    type: 'Error',
    message: error.message,
    stack: error.stack,
    code: '23505',
    constraint: 'projects_name_key',
    table: 'projects',
  })
})
