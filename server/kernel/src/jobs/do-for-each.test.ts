import { expect, it } from 'vitest'
import { doForEach } from './do-for-each.ts'

const away = () => Object.assign(new Error('Connection terminated unexpectedly'), { code: '57P01' })

it('goes on after a row that fails, and reports it at the end', async () => {
  const done: number[] = []

  const result = doForEach([1, 2, 3], async (row) => {
    if (row === 1) throw new Error('The row is damaged.')
    done.push(row)
  })

  await expect(result).rejects.toMatchObject({
    message: '1 of 3 rows failed.',
    errors: [new Error('The row is damaged.')],
  })
  expect(done).toEqual([2, 3])
})

it('ends at once if the database is away', async () => {
  let asked = 0

  const result = doForEach([1, 2, 3], async () => {
    asked++
    throw away()
  })

  await expect(result).rejects.toThrow('Connection terminated unexpectedly')
  expect(asked).toBe(1)
})
