import { expect, it } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

it.each([
  'password123',
  'Password1234!',
  'P@ssw0rd2026',
  '1234567890',
  '0987654321',
  '12345678901234567890',
  'qwertyuiop',
  'Qwerty123456',
  'asdfghjkl1',
  'aaaaaaaaaaaa',
  '1212121212',
  'abcabcabcabc',
  'passwordpassword',
  'iloveyou2026',
  'welcome12345',
  'changeme!!!!',
  'abcdefghijkl',
])('recognizes %s', (password) => {
  expect(isCommonPassword(password)).toBe(true)
})

it.each([
  'correct horse battery',
  'a new passphrase',
  'another long passphrase',
  'gK7#mPq2!vTz',
  'my dog is called Rex',
  'Tr0ub4dor&3x',
  '7391046258',
])('accepts %s', (password) => {
  expect(isCommonPassword(password)).toBe(false)
})
