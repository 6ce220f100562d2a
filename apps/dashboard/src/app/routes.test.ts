import { expect, it } from 'vitest'
import { pathTo, placeAt, projectAt } from './routes.ts'

it('resolves a generated path to its page', () => {
  const params = { project: 'acme', integration: 'a/b ü', installation: '100%' }

  const path = pathTo('installation', params)

  expect(path).toBe('/projects/acme/installations/a%2Fb%20%C3%BC/100%25')
  expect(placeAt(path)).toEqual({ name: 'installation', params })
})

it('includes only given filters in a path', () => {
  expect(pathTo('deliveries', { project: 'acme', status: 'failed' })).toBe(
    '/projects/acme/deliveries?status=failed',
  )
  expect(pathTo('deliveries', { project: 'acme' })).toBe('/projects/acme/deliveries')
})

it.each([
  { path: '/', name: 'home' },
  { path: '/projects/acme/', name: 'project' },
  { path: '/projects/%', name: 'project' },
  { path: '/organizations/org_1/audit-log', name: 'auditLog' },
  { path: '/projects//integrations', name: undefined },
  { path: '/nowhere', name: undefined },
])('resolves $path to $name', ({ path, name }) => {
  expect(placeAt(path)?.name).toBe(name)
})

it.each([
  { path: '/projects/acme%20crm/nowhere/at/all', project: 'acme crm' },
  { path: '/projects/acme', project: 'acme' },
  { path: '/projects', project: undefined },
  { path: '/organizations/acme', project: undefined },
])('resolves $path to the project $project', ({ path, project }) => {
  expect(projectAt(path)).toBe(project)
})
