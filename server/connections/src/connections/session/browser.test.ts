// @module-tag oauth-browser
import { expect, it } from 'vitest'
import { giveNonce, readNonce } from './browser.ts'

const nonce = 'n'.repeat(43)
const asking = (cookie?: string) => ({ headers: { cookie } }) as never

/** The cookie that a browser gets there. */
function givenAt(publicUrl: string): string {
  let cookie = ''
  const reply = { header: (_name: string, value: string) => (cookie = value) }
  giveNonce(asking(), reply as never, publicUrl)
  return cookie
}

it('sets a cookie with https that no other host, script or site can use', () => {
  expect(givenAt('https://platform.test')).toMatch(
    /^__Host-platform-browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=3600; Secure$/,
  )
})

it('ignores with https a cookie that another host or plain http could have set', () => {
  const https = 'https://platform.test'

  expect(readNonce(asking(`platform-browser=${nonce}`), https)).toBeUndefined()
  expect(
    readNonce(asking(`platform-browser=${nonce}; x__Host-platform-browser=${nonce}`), https),
  ).toBe(undefined)
  expect(readNonce(asking(`__Host-platform-browser=short`), https)).toBeUndefined()
  expect(readNonce(asking(`a=b; __Host-platform-browser=${nonce}`), https)).toBe(nonce)
})
