import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { command } from '../command.ts'
import { writeAgentsFile } from '../files/agents-file.ts'
import {
  addLines,
  addViteProxy,
  type ProjectFiles,
  readProjectFiles,
  registryUrl,
} from '../files/project-files.ts'
import { normalizeUrl } from '../target/sign-ins.ts'
import { readKnownTarget, targetOptions } from '../target/target.ts'
import { CommandError, painter, print } from '../terminal/terminal.ts'
import { setUpFirstIntegration } from './init-set-up.ts'
import { type Framework, writeStarter } from '../files/starters.ts'
import { destinationName, type Language, templates } from '../files/templates.ts'

export const init = command({
  name: 'init',
  summary:
    'Create a platform.yaml, and the files with which your backend issues tokens and receives messages.',
  options: {
    provider: {
      type: 'string',
      value: 'NAME',
      description: 'Provider of the first integration. Default: salesforce.',
    },
    framework: {
      type: 'string',
      value: 'NAME',
      oneOf: ['express', 'fastify', 'next', 'node'],
      description:
        'express, fastify, next, or node: a server without a framework. Default: detected from package.json; node if it names only @platform packages.',
    },
    project: {
      type: 'string',
      value: 'NAME',
      description:
        'Also sign in, create this project, its destination and a JWT key, unless they exist, and write their secrets to .env or .env.local.',
    },
    'app-name': {
      type: 'string',
      value: 'NAME',
      description: 'With --project: name of your product, if the project is created.',
    },
    url: {
      type: 'string',
      value: 'URL',
      description:
        'With --project: public URL of /api/platform-webhook of your backend, which receives messages there. Without it, they are fetched.',
    },
    agent: {
      type: 'boolean',
      description: 'Add a section for coding agents to AGENTS.md, or update it.',
    },
    'base-url': targetOptions['base-url'],
    json: { type: 'boolean', description: 'Print the written files as JSON.' },
  },
  notes: `Existing files are not replaced. Lines are added to .gitignore (.env or, with Next.js,
.env.local, .env.agent, *.pem), to .npmrc (where @platform
packages come from) and, in a Vite project, to its configuration (a proxy for /api). The routes are written in
the language that your backend runs: TypeScript, an ES module or CommonJS. In a folder without a product, a
server or, for Next.js, an app with one page is written too.`,
  async run({ values, terminal }) {
    const { cwd } = terminal
    const files = await readProjectFiles(cwd)
    const framework = chooseFramework(values.framework, files)
    if (!framework && !values.agent) {
      throw new CommandError(`${noFramework} Change to your product’s folder, or set --framework.`)
    }
    const has = (path: string) => isThere(join(cwd, path))
    const isNew = framework !== undefined && (await isNewProduct(framework, files, has))
    const language = framework && (isNew ? 'js' : await chooseLanguage(framework, files, has))
    // Next looks for `app` in either folder, depending on the layout of the project.
    const isBelowSource = framework === 'next' && !(await has('app')) && (await has('src/app'))
    const paint = painter(terminal, terminal.stdout)
    const done = { wrote: [] as string[], changed: [] as string[], exists: [] as string[] }
    const { provider = 'salesforce' } = values
    const written =
      framework && language
        ? {
            ...templates(framework, provider, language, { hasFixedUser: isNew }),
            ...(isNew && framework !== 'node' && writeStarter(framework, provider)),
          }
        : {}
    for (const [name, text] of Object.entries(written)) {
      const path = isBelowSource && name !== 'platform.yaml' ? `src/${name}` : name
      const file = join(cwd, path)
      if (await isThere(file)) {
        done.exists.push(path)
        continue
      }
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, text)
      done.wrote.push(path)
    }
    const ignored = await addLines(join(cwd, '.gitignore'), [
      framework ? envFiles[framework] : '.env',
      '.env.agent',
      '*.pem',
    ])
    if (ignored) done[ignored].push('.gitignore')
    const server = { ...(values['base-url'] && { 'base-url': values['base-url'] }) }
    if (values.project !== undefined && framework) {
      await setUpFirstIntegration(
        {
          project: values.project,
          appName: values['app-name'],
          url: values.url,
          envFile: envFiles[framework],
          server,
        },
        terminal,
      )
    }
    const { project, isSignedIn, ...target } = await readKnownTarget(server, terminal)
    const baseUrl = target.baseUrl ?? (await registryUrl(cwd))
    const scope = '@platform:registry='
    const registry = baseUrl && `${scope}${normalizeUrl(baseUrl)}/npm`
    const npmrc =
      registry &&
      (await addLines(join(cwd, '.npmrc'), [registry], { has: (text) => text.includes(scope) }))
    if (npmrc) done[npmrc].push('.npmrc')
    if (values.agent) {
      const agents = await writeAgentsFile(cwd, baseUrl && normalizeUrl(baseUrl))
      done[agents].push('AGENTS.md')
    }
    const hasScope = Boolean(registry) || (await has('.npmrc'))
    const isOfVite = files.dependencies.has('vite') && framework !== 'next'
    const proxy = isOfVite ? await addViteProxy(cwd, files.viteConfig) : undefined
    if (proxy?.added) done[proxy.added].push(proxy.name)

    if (values.json) {
      const { wrote, changed, exists: left } = done
      const shown = { framework: framework ?? null, written: wrote, changed, left }
      print(terminal.stdout, JSON.stringify(shown, null, 2))
      return 0
    }
    const listPaths = (what: keyof typeof done, colour: 'yellow' | 'green') =>
      done[what].map((path) => `${paint(colour, what)}${' '.repeat(10 - what.length)}${path}`)
    print(
      terminal.stdout,
      ...listPaths('exists', 'yellow'),
      ...listPaths('wrote', 'green'),
      ...listPaths('changed', 'green'),
      '',
    )
    if (!framework || !language) {
      print(terminal.stdout, `${noFramework} No routes and no platform.yaml were written.`)
      return 0
    }
    print(
      terminal.stdout,
      listNextSteps(framework, files, {
        baseUrl,
        hasScope,
        missing: listPackages(framework, isNew).filter((name) => !files.dependencies.has(name)),
        hasProject: isSignedIn && project !== undefined,
        isSetUp: values.project !== undefined,
        isSignedIn,
        isNew,
        startsElsewhere: await checkInstrumentation(cwd, done.exists),
        providers: await listProviders(join(cwd, 'platform.yaml'), values.provider),
      }),
      ...(proxy?.byHand
        ? ['', `Add to ${proxy.name}, so that pages reach your backend: ${proxy.byHand}`]
        : []),
      ...(framework === 'next' && files.isCommonJs ? [inNextOfCommonJs(language)] : []),
    )
    return 0
  },
})

async function chooseLanguage(
  framework: Framework,
  { isCommonJs, runsTypeScript }: ProjectFiles,
  has: (path: string) => Promise<boolean>,
): Promise<Language> {
  const isTyped = framework === 'next' ? await has('tsconfig.json') : runsTypeScript
  return isTyped ? 'ts' : isCommonJs ? 'commonjs' : 'js'
}

/** Reports whether the folder has nothing but packages yet, or what an earlier run wrote into such a folder. */
async function isNewProduct(
  framework: Framework,
  { dependencies, entryFile, startScript, isCommonJs }: ProjectFiles,
  has: (path: string) => Promise<boolean>,
): Promise<boolean> {
  if (framework === 'node') return true
  const own = packagesOfNew[framework]
  const isOfOthers = (name: string) => !name.startsWith('@platform/') && !own.includes(name)
  if (!dependencies.has('@platform/react') || [...dependencies].some(isOfOthers)) return false
  if (framework === 'next' && isCommonJs) return false
  if (startScript || (entryFile && !(await has('platform-routes.mjs')))) return false
  const folders = ['src', 'app', 'pages', 'tsconfig.json']
  return !(await Promise.all(folders.map(has))).includes(true)
}

/** Reports whether Next.js calls a file of the product when it starts, which does not start the receiver. */
async function checkInstrumentation(cwd: string, paths: readonly string[]): Promise<boolean> {
  const path = paths.find((one) => /(^|\/)instrumentation\.[jt]s$/.test(one))
  return path !== undefined && !(await readFile(join(cwd, path), 'utf8')).includes('getReceiver')
}

/** If something else is at the path, writing the file reports it. */
const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )

/** Returns the providers of the manifest, whether it was written now or before. */
const listProviders = async (manifest: string, given = 'salesforce'): Promise<string[]> => {
  const text = await readFile(manifest, 'utf8')
  const found = text.matchAll(/^[ \t-]*provider:[ \t]*["']?([\w-]+)/gm)
  const providers = new Set(Array.from(found, ([, provider]) => provider!))
  return providers.size > 0 ? [...providers] : [given]
}

/** Files whose variables the backend reads. */
const envFiles: Record<Framework, string> = {
  express: '.env',
  fastify: '.env',
  next: '.env.local',
  node: '.env',
}

const usedBy: Record<Exclude<Framework, 'node'>, string> = {
  express:
    'app.use(platformRoutes({ getUser })), before express.json(); `getUser` returns the current user',
  fastify: 'app.register(platformRoutes, { getUser }); `getUser` returns the current user',
  next: 'return the current user in lib/current-user',
}

/** Packages of a product that has a page of ours. */
const packagesOfNew: Record<Framework, string[]> = {
  express: ['express'],
  fastify: ['fastify'],
  next: ['next', 'react', 'react-dom'],
  node: [],
}

const listPackages = (framework: Framework, isNew: boolean): string[] =>
  isNew
    ? ['@platform/react', '@platform/client', ...packagesOfNew[framework]]
    : ['@platform/client']

/** Returns the remaining steps in order. */
function listNextSteps(
  framework: Framework,
  files: Pick<ProjectFiles, 'startScript' | 'entryFile'>,
  {
    baseUrl = '<URL of the platform>',
    hasScope,
    missing,
    hasProject,
    isSetUp,
    isSignedIn,
    isNew,
    startsElsewhere,
    providers,
  }: {
    baseUrl: string | undefined
    hasScope: boolean
    /** Packages that are not installed. */
    missing: readonly string[]
    hasProject: boolean
    isSetUp: boolean
    isSignedIn: boolean
    isNew: boolean
    startsElsewhere: boolean
    providers: readonly string[]
  },
): string {
  const envFile = envFiles[framework]
  const steps = [
    hasScope
      ? 'Commit .npmrc. Without it, npm asks the public registry for @platform packages, which belong to others there.'
      : `\`npm config set --location=project @platform:registry ${normalizeUrl(baseUrl)}/npm\`, and commit .npmrc.
     Without it, npm asks the public registry for @platform packages, which belong to others there.`,
    ...(missing.length > 0 ? [`\`npm install ${missing.join(' ')}\``] : []),
    !isNew && framework !== 'node' && `${usedBy[framework]}.`,
    startsElsewhere &&
      'Call `getReceiver()` of lib/platform-receiver in `register` of your instrumentation file, if process.env.NEXT_RUNTIME is `nodejs`.',
    !isSignedIn && `\`platform login --base-url ${normalizeUrl(baseUrl)}\``,
    !isSetUp && !hasProject && '`platform projects create <name>`, unless you have a project.',
    ...providers.map(
      (provider) =>
        `\`platform provider-apps set ${provider} --client-id <ID> --client-secret <secret>\`: your OAuth client
     (\`platform provider-apps guide ${provider}\` describes how to register it).`,
    ),
    !isSetUp && `\`platform destinations create ${destinationName} --pull --save-to ${envFile}\``,
    !isSetUp && `\`platform jwt-keys create --save-to ${envFile}\``,
    '`platform deploy`',
    isNew
      ? `\`${framework === 'next' ? 'npx next dev' : `node --env-file=${envFile} server.mjs`}\`, and open http://localhost:3000 to connect an account. Messages are printed.`
      : `${framework === 'next' ? 'Start Next.js, which reads .env.local.' : describeStart(files, envFile)} It fetches the messages.
     With a public address, set PLATFORM_RECEIVE_URL to that of /api/platform-webhook, and they are sent there.`,
  ].filter((step) => step !== false)
  return ['Next:', ...steps.map((step, index) => `  ${index + 1}. ${step}`)].join('\n')
}

/** Describes how the backend gets its variables, by the way in which it is started. */
function describeStart(
  { startScript, entryFile }: Pick<ProjectFiles, 'startScript' | 'entryFile'>,
  envFile: string,
): string {
  // Other runners, such as ts-node and nodemon, reject the option or keep it for themselves.
  const runner = /(?:^|\s)(?:node|tsx(?: watch)?)(?=\s)/
  if (startScript && runner.test(startScript.command)) {
    const withVariables = startScript.command.replace(runner, `$& --env-file=${envFile}`)
    return `Start your backend with the variables: in package.json,
     \`"${startScript.name}": ${JSON.stringify(withVariables)}\`.`
  }
  if (startScript) {
    return `Start your backend with the variables: begin the first module that it imports with
     \`process.loadEnvFile('${envFile}')\`.`
  }
  const runsTypeScript = entryFile !== undefined && /\.[cm]?ts$/.test(entryFile)
  return `Start your backend with the variables: \`${runsTypeScript ? 'npx tsx' : 'node'} --env-file=${envFile} ${entryFile ?? '<file that starts your server>'}\`.`
}

const inNextOfCommonJs = (language: Language) =>
  language === 'ts'
    ? '\nRemove "type": "commonjs" from package.json: Next.js cannot build TypeScript with it.'
    : '\nThe files are CommonJS, as package.json says. Remove "type": "commonjs" if your pages use `import`.'

const noFramework =
  'No package.json here names Express, Fastify or Next.js. For FastAPI and Go, follow their pages of the documentation.'

function chooseFramework(
  given: string | undefined,
  { dependencies }: ProjectFiles,
): Framework | undefined {
  const known = ['next', 'fastify', 'express', 'node'] as const
  const hasOnlyOurs =
    dependencies.size > 0 && [...dependencies].every((name) => name.startsWith('@platform/'))
  return (
    known.find((name) => name === given) ??
    known.find((name) => dependencies.has(name)) ??
    (hasOnlyOurs ? 'node' : undefined)
  )
}
