import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalogue, getEntryFile } from '../catalogue/catalogue.ts'
import { requireValue } from '../require-value.ts'
import { pickDeclaration } from './schema/entry.ts'
import { rehearse } from './stand-in/rehearse.ts'
import { serveStandIns, type StandIns } from './stand-in/serve.ts'

let standIns: StandIns
beforeAll(async () => {
  standIns = await serveStandIns()
})
afterAll(() => standIns.close())

const declared = Object.entries(catalogue).flatMap(([name, entry]) => {
  const file = requireValue(getEntryFile(entry))
  return file.objects ? [[name, pickDeclaration(file)] as const] : []
})

describe('the entry of', () => {
  it.each(declared)(
    '%s reads, resumes, reports changes, handles rejections and writes as declared',
    async (name, declaration) => {
      expect(await rehearse({ name, declaration, standIns })).toEqual([])
    },
  )
})
