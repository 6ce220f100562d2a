import { expect, it } from 'vitest'
import { AccountLimits } from './account-limits.ts'

function givenAccounts(maxOpen = 6) {
  let now = 0
  let reliefs = 0
  const accounts = new AccountLimits({ maxOpen, now: () => now, onRelief: () => reliefs++ })
  return { accounts, pass: (ms: number) => void (now += ms), reliefs: () => reliefs }
}

it('begins with a few pieces of work, and adds one with every answer', async () => {
  const { accounts, reliefs } = givenAccounts()
  const work = Array.from({ length: 4 }, () => accounts.open('conn'))
  expect(accounts.listSated()).toEqual(['conn'])

  await work[0]!.note(Promise.resolve())
  expect(accounts.listSated()).toEqual([])
  accounts.open('conn')
  expect(accounts.listSated()).toEqual(['conn'])
  for (let n = 0; n < 5; n++) await work[0]!.note(Promise.resolve())
  accounts.open('conn')

  expect(accounts.listSated()).toEqual(['conn'])
  expect(reliefs()).toBe(2)
})

it('lets one piece of work try an account that does not answer, until it answers again', async () => {
  const { accounts, pass } = givenAccounts()
  const work = accounts.open('conn')
  const hanging = Promise.withResolvers<void>()
  const waited = expect(work.note(hanging.promise)).rejects.toThrow('timeout')
  expect(accounts.listSated()).toEqual([])

  pass(10_001)
  expect(accounts.listSated()).toEqual(['conn'])
  hanging.reject(new Error('timeout'))
  await waited
  work.close()
  expect(accounts.listSated()).toEqual([])
  const probe = accounts.open('conn')
  expect(accounts.listSated()).toEqual(['conn'])
  await probe.note(Promise.resolve())

  expect(accounts.listSated()).toEqual([])
})

it('knows nothing of accounts that answer and have no work', () => {
  const { accounts } = givenAccounts(1)

  for (let n = 0; n < 3; n++) accounts.open(`conn ${n}`).close()
  accounts.open('conn')

  expect(accounts.listSated()).toEqual(['conn'])
})
