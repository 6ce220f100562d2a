import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkProviders } from './check-providers.ts'

it('tries the entries of a folder, and says of each what is wrong', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'providers-'))
  writeFileSync(join(folder, 'sendGrid.json'), '{"displayName":"Twilio SendGrid"}')
  writeFileSync(
    join(folder, 'pipedrive.json'),
    '{"oauth2Opts":{"authURL":"http://oauth.pipedrive.com/authorize"}}',
  )

  expect(await checkProviders({ source: folder })).toEqual([
    { provider: 'pipedrive', problems: ['its page to sign in at is not reached by https'] },
    { provider: 'sendGrid', problems: [] },
  ])
})

it('refuses what makes no entry', async () => {
  await expect(checkProviders({ source: '{"acme":{"displayName":"Acme"}}' })).rejects.toThrow(
    'acme: not in the catalogue, so the whole entry is needed',
  )
})
