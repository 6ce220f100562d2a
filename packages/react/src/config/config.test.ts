import { expect, it } from 'vitest'
import { listChangedPaths, configFromWire, configToWire } from './config.ts'

it('converts API objects to arrays and back', () => {
  const wire = {
    provider: 'salesforce',
    read: { objects: { Contact: { objectName: 'Contact', selectedFields: { Phone: true } } } },
    write: { objects: { Account: { objectName: 'Account' } } },
  }

  const config = configFromWire(wire)

  expect(config.read?.objects).toEqual([{ objectName: 'Contact', selectedFields: { Phone: true } }])
  expect(configToWire(config)).toEqual(wire)
})

it('adds the object name when the API omits it', () => {
  const config = configFromWire({ read: { objects: { Contact: {} } } })

  expect(config.read?.objects).toEqual([{ objectName: 'Contact' }])
})

it('masks only the objects that differ and escapes dots', () => {
  const before = { read: { objects: [{ objectName: 'Contact' }, { objectName: 'a.b' }] } }
  const after = {
    read: {
      objects: [
        { objectName: 'Contact', selectedFields: undefined },
        { objectName: 'a.b', disabled: true },
        { objectName: 'Account' },
      ],
    },
  }

  const paths = listChangedPaths(before, after)

  expect(paths).toEqual([
    'config.content.read.objects.a\\.b',
    'config.content.read.objects.Account',
  ])
})

it('masks a removed object', () => {
  const before = { write: { objects: [{ objectName: 'Account' }] } }

  expect(listChangedPaths(before, {})).toEqual(['config.content.write.objects.Account'])
})
