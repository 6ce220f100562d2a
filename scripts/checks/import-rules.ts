import type { ICruiseOptions, IForbiddenRuleType } from 'dependency-cruiser'
import { must } from '../../server/kernel/src/values/must.ts'
import type { Domain } from '../../server/kernel/src/domain.ts'
import { domains } from '../../server/program/src/domains.ts'
import { locatePackage, packageGroups } from '../package-folders.ts'
import { anyServerPackage, serverPackages, serverPath } from '../server-packages.ts'
import { testFiles as tests } from '../sources.ts'

/** A rule, and a violation of it: one file that imports the other, by their paths from the root. */
export type ImportRule = IForbiddenRuleType & {
  name: string
  comment: string
  planted: [from: string, to: string]
}

const server = `^${anyServerPackage}/src`
const anyPackage = `^(?:${packageGroups.join('|')})/[^/]+`

/** Returns the folders of a domain. */
const listFolders = ({ name, rooms = [] }: Domain) => [name, ...rooms]
const domainFolders = domains.flatMap(listFolders)
const anyDomain = domainFolders.join('|')

/** Shared folders below the domains, lowest first. */
const plumbing = [
  ['values'],
  ['admission'],
  ['problems'],
  ['telemetry'],
  ['db'],
  ['leases'],
  ['egress', 'jobs', 'secrets'],
  ['access'],
  ['http'],
]

/** Every folder of the server is in the rules. */
export const placedFolders = [
  domainFolders,
  ...plumbing,
  ['main', 'conventions', 'nats', 'sinks'],
].flat()

/** Packages of the server that not every floor above them knows. */
const onlyImportedBy: Partial<Record<string, string[]>> = {
  // Other floors deliver; how a destination is reached is not theirs.
  sinks: ['delivery', 'sending', 'program'],
  // Other floors emit, by the interface that delivery has; the program chooses who sends.
  sending: ['program'],
  // An adapter.
  'message-log-nats': ['program'],
}

/** Packages that each package may import; those not listed may import none. */
const allowed: Record<string, string[]> = {
  contract: [],
  sandbox: [],
  // Types of messages; its operations are generated from the document.
  client: ['contract'],
  manifest: ['contract'],
  connector: ['contract'],
  connectors: ['connector', 'contract'],
  ...Object.fromEntries(
    serverPackages.map((name, index) => [
      name,
      [
        ...['contract', 'manifest', 'connector', 'connectors'],
        ...serverPackages
          .slice(0, index)
          .filter((lower) => onlyImportedBy[lower]?.includes(name) ?? true),
      ],
    ]),
  ),
  // Its pages are generated from both; the server only serves them.
  docs: ['contract', 'connectors', 'manifest'],
  registry: [],
  react: ['client'],
  // Its hosted page for customers shows the embedded UI.
  dashboard: ['client', 'react'],
  cli: ['client', 'manifest'],
  demo: ['client', 'react', 'contract'],
  quickstart: ['client', 'contract', 'demo', 'sandbox', 'program'],
}

allowed['sinks'] = ['contract', 'connector', 'kernel', 'manifest']
// `main/` serves the built dashboard, docs and published packages.
allowed['program']?.push('dashboard', 'docs', 'registry')

const packageRules = Object.entries(allowed).map(([name, others]): ImportRule => ({
  name: `package-${name}`,
  comment: `${name} may import of the other packages: ${others.join(', ') || 'none'}.`,
  severity: 'error',
  from: { path: `^${locatePackage(name)}/src/`, pathNot: tests },
  to: {
    path: `${anyPackage}/`,
    pathNot: `^(${[name, ...others].map(locatePackage).join('|')})/`,
  },
  planted: [
    `${locatePackage(name)}/src/of-package.ts`,
    `${locatePackage(
      must(
        Object.keys(allowed).find((other) => other !== name && !others.includes(other)),
        'another package',
      ),
    )}/src/other.ts`,
  ],
}))

/** A domain imports those that it uses; others are notified by an event or a job. */
const domainRules = domains.map((domain: Domain): ImportRule => {
  const usable = [domain, ...domain.uses].flatMap(listFolders)
  const others = domainFolders.filter((folder) => !usable.includes(folder))
  return {
    name: `domain-${domain.name}`,
    comment: `${domain.name} may use ${domain.uses.map(({ name }) => name).join(', ') || 'no other domain'}: see its domain.ts.`,
    severity: 'error',
    from: { path: `${server}/(${listFolders(domain).join('|')})/`, pathNot: tests },
    to: { path: `${server}/(${others.join('|')})/` },
    planted: [serverPath(`${domain.name}/of-domain.ts`), serverPath(`${others[0]}/rule.ts`)],
  }
})
/** Statements belong to a domain, including its further folders. */
const storeRules = domains.flatMap((domain: Domain): ImportRule[] => {
  const own = `${server}/(${listFolders(domain).join('|')})/`
  const stores = String.raw`${own}[a-z/-]*store\.ts$`
  const [other = ''] = domainFolders.filter((folder) => !listFolders(domain).includes(folder))
  return [
    {
      name: `store-of-${domain.name}`,
      comment: "A domain calls another domain's rules, never its statements.",
      severity: 'error',
      from: { path: `${server}/`, pathNot: `${tests}|${server}/main/|${own}` },
      to: { path: stores },
      planted: [
        serverPath(`${other}/foreign-store-of-${domain.name}.ts`),
        serverPath(`${domain.name}/some-store.ts`),
      ],
    },
    {
      name: `store-below-rules-of-${domain.name}`,
      comment: 'A store holds statements: it uses db and its own domain, and calls no other rule.',
      severity: 'error',
      from: { path: stores },
      to: {
        path: `${server}/(${anyDomain}|http|access|egress|secrets)/`,
        pathNot: String.raw`${own}|[a-z-]*records?\.ts$`,
        dependencyTypesNot: ['type-only'],
      },
      planted: [serverPath(`${domain.name}/store.ts`), serverPath(`${other}/rule.ts`)],
    },
  ]
})
const plumbingRules = levels('plumbing', plumbing, 'does not know what is built on it')
const notificationRules = levels(
  'notifications',
  ['message-log', 'set-up', 'history'].map((folder) => [`notifications/${folder}`]),
  'what is sent knows nothing of when',
)
// Layers of reading: turns, the state of an object, and its snapshot.
const syncRules = levels(
  'sync',
  [['sync/turns'], ['sync/object'], ['sync/snapshot']],
  'is changed by the reads above it and knows none of them',
)
// Layers of connections: stored credentials, provider calls, and connecting.
const connectionRules = [
  ...levels(
    'connections',
    [['credentials'], ['provider'], ['connections']],
    'what a connection holds knows nothing of how it is used, and its use nothing of how it came about',
  ),
  ...levels(
    'connections',
    [['connections/people'], ['connections/session']],
    'groups and consumers do not depend on how they connect',
  ),
]

// Layers of the sandbox: a provider's account, its data and operations, and its HTTP API.
const sandboxRules = [
  { provider: 'salesforce', rooms: [['org'], ['metadata', 'query'], ['records'], ['api']] },
  { provider: 'hubspot', rooms: [['portal'], ['records'], ['api']] },
].flatMap(({ provider, rooms }) =>
  levels(
    `sandbox-${provider}`,
    rooms.map((level) => level.map((room) => `${provider}/${room}`)),
    'is asked by the rooms above it and knows none of them',
    'sandbox',
  ),
)

// Areas of the dashboard, named as in the server; each has its queries, actions and screens.
const dashboard = '^apps/dashboard/src/app'
const dashboardDomains =
  'account|appearance|connect-links|connections|customers|find|installations|live|integrations|keys|notifications|organizations|projects|provider-apps|providers|sign-in'
const dashboardRules: ImportRule[] = [
  {
    name: 'dashboard-tools-know-no-domain',
    comment:
      'api/ and ui/ serve every domain of the dashboard alike, and routes.ts names its pages.',
    severity: 'error',
    from: { path: `${dashboard}/((api|ui)/|routes\\.ts$|router\\.tsx$)`, pathNot: tests },
    to: { path: `${dashboard}/(${dashboardDomains})/` },
    planted: ['apps/dashboard/src/app/ui/of-domain.tsx', 'apps/dashboard/src/app/keys/queries.ts'],
  },
  {
    name: 'dashboard-asks-without-screens',
    comment:
      'Queries and actions call the API: they show nothing, and know nothing of what is shown.',
    severity: 'error',
    from: { path: `${dashboard}/[a-z-]+/(queries|actions)\\.ts$` },
    to: { path: `${dashboard}/(ui/|[a-z-]+/screens/|[a-z-]+\\.tsx$)` },
    planted: ['apps/dashboard/src/app/keys/queries.ts', 'apps/dashboard/src/app/ui/badge.tsx'],
  },
  {
    name: 'dashboard-own-screens',
    comment: 'A domain shows its own screens; what others show too stands beside its queries.',
    severity: 'error',
    from: { path: `${dashboard}/(${dashboardDomains})/`, pathNot: tests },
    to: { path: `${dashboard}/[a-z-]+/screens/`, pathNot: `${dashboard}/$1/` },
    planted: [
      'apps/dashboard/src/app/keys/of-screens.tsx',
      'apps/dashboard/src/app/projects/screens/one.tsx',
    ],
  },
]

function levels(
  kind: string,
  folders: string[][],
  comment: string,
  ofPackage?: string,
): ImportRule[] {
  const source = ofPackage === undefined ? server : `^${locatePackage(ofPackage)}/src`
  const toSourcePath = (file: string) =>
    ofPackage === undefined ? serverPath(file) : `${locatePackage(ofPackage)}/src/${file}`
  return folders.slice(0, -1).map((level, index) => {
    const higher = folders.slice(index + 1).flat()
    return {
      name: `${kind}-${level[0]!.replace(/.*\//, '')}`,
      comment: `${level.join(', ')}: ${comment}.`,
      severity: 'error',
      from: { path: `${source}/(${level.join('|')})/`, pathNot: tests },
      to: { path: `${source}/(${higher.join('|')})/` },
      planted: [toSourcePath(`${level[0]}/of-level.ts`), toSourcePath(`${higher[0]}/higher.ts`)],
    }
  })
}

/** All import rules; ARCHITECTURE.md explains them. */
export const importRules: ImportRule[] = [
  ...packageRules,
  ...domainRules,
  ...storeRules,
  ...plumbingRules,
  ...notificationRules,
  ...syncRules,
  ...connectionRules,
  ...sandboxRules,
  ...dashboardRules,
  {
    name: 'nothing-imports-server',
    comment: 'Only npm start, journeys and benchmarks load the server; others call its API.',
    severity: 'error',
    from: {
      path: `${anyPackage}/`,
      pathNot: `^(${anyServerPackage}|apps/quickstart|tools/(testing|bench|journeys))/`,
    },
    to: { path: `^(${anyServerPackage}|tools/testing)/` },
    planted: ['packages/cli/src/loads-server.test.ts', 'server/data/src/sync/rule.ts'],
  },
  {
    name: 'rules-below-routes',
    comment: 'Routes and jobs call rules; only main/ and other routes and jobs know them.',
    severity: 'error',
    from: {
      path: `${server}/(${anyDomain})/`,
      pathNot: `${tests}|/(routes|jobs|domain)\\.ts$`,
    },
    to: { path: `${server}/(${anyDomain})/(routes|jobs)\\.ts$` },
    planted: ['server/data/src/sync/of-routes.ts', 'server/data/src/sync/routes.ts'],
  },
  {
    name: 'only-by-exports',
    comment: "A package of the server imports what another exports, never the other's files.",
    severity: 'error',
    from: { path: `^server/(${serverPackages.join('|')})/src/`, pathNot: tests },
    to: { path: server, pathNot: '^server/$1/', dependencyTypes: ['local'] },
    planted: ['server/data/src/sync/of-exports.ts', 'server/kernel/src/db/inner.ts'],
  },
  {
    name: 'one-list-of-domains',
    comment:
      'A domain is used by its rules; domain.ts is for the list, and for domains that use it.',
    severity: 'error',
    from: { path: `${server}/`, pathNot: `/domains?\\.ts$` },
    to: { path: `${server}/[a-z-]+/domain\\.ts$` },
    planted: ['server/data/src/sync/of-value.ts', 'server/connections/src/connections/domain.ts'],
  },
  {
    name: 'only-main-wires',
    comment: 'What main/ puts together does not know main/.',
    severity: 'error',
    from: { path: `${server}/`, pathNot: `${tests}|${server}/(main/|index\\.ts$)` },
    to: { path: `${server}/main/`, dependencyTypesNot: ['type-only'] },
    planted: ['server/data/src/sync/of-main.ts', 'server/program/src/main/part.ts'],
  },
  {
    name: 'no-tests-in-production',
    comment: 'What ships imports neither tests nor what only tests use.',
    severity: 'error',
    from: { path: `${anyPackage}/src/`, pathNot: `${tests}|^packages/react/src/gallery/` },
    to: { path: tests, pathNot: '^packages/react/src/testing/' },
    planted: ['server/data/src/sync/of-tests.ts', 'tools/testing/src/given.ts'],
  },
  {
    name: 'no-cycle',
    comment: 'Files that need each other are one thing, or a third is missing.',
    severity: 'error',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    planted: ['server/data/src/sync/one.ts', 'server/data/src/sync/one.ts'],
  },
  {
    name: 'no-knot',
    comment: 'Connectors and the sandbox are read from the ground up: not even types go round.',
    severity: 'error',
    from: { path: '^(packages/connectors?|tools/sandbox)/src/' },
    to: { circular: true },
    planted: ['tools/sandbox/src/one.ts', 'tools/sandbox/src/one.ts'],
  },
  {
    name: 'no-missing-module',
    comment: 'Every import leads to a file or an installed package.',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
    planted: ['server/data/src/sync/missing.ts', 'nowhere'],
  },
]

export const cruiseOptions: ICruiseOptions = {
  parser: 'swc',
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  exclude: { path: '/dist/|(^|/)[.]size/' },
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['import', 'node', 'default', 'types'],
    mainFields: ['module', 'main', 'types'],
  },
}
