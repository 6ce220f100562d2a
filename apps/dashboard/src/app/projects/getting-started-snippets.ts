export interface PlatformSnippets {
  project: string
  baseUrl: string
  registry: string
  provider: string
  destination: string
  /** Name of the deployed integration, if any. */
  integration: string | undefined
}

export const keyPair = `openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out platform-jwt.pem
openssl pkey -in platform-jwt.pem -pubout`

const chooseIntegrationName = ({ integration, provider }: PlatformSnippets) =>
  integration ?? `${provider}-sync`

/** Example objects to read, by the provider's names. */
const firstObjects: Record<string, { objectName: string; email: string }> = {
  hubspot: { objectName: 'contacts', email: 'email' },
  salesforce: { objectName: 'Contact', email: 'Email' },
}

/**
 * Returns a `platform.yaml` that reads contacts, or only enables the proxy if the object's name is
 * unknown.
 */
export function makeManifest(platform: PlatformSnippets): string {
  const first = firstObjects[platform.provider]
  return `specVersion: 1.0.0
integrations:
  - name: ${chooseIntegrationName(platform)}
    provider: ${platform.provider}
${first ? reading(first, platform) : '    proxy:\n      enabled: true\n'}`
}

const reading = (
  { objectName, email }: { objectName: string; email: string },
  { destination }: PlatformSnippets,
) => `    read:
      objects:
        - objectName: ${objectName}
          mapToName: contact
          destination: ${destination}
          schedule: '0 * * * *'
          requiredFields:
            - fieldName: ${email}
              mapToName: email
          optionalFieldsAuto: all
          backfill:
            defaultPeriod:
              days: 30
`

export const makeCommands = ({
  project,
  baseUrl,
  registry,
}: PlatformSnippets) => `export PLATFORM_BASE_URL=${baseUrl}
export PLATFORM_PROJECT=${project}
export PLATFORM_API_KEY=plat_full_…
npm config set --location=project @platform:registry ${registry}
npm install @platform/react
npm install --save-dev @platform/cli
npx platform deploy`

/** Returns the commands that create a destination and the token with which a backend receives its messages. */
export const makeDestinationCommands = ({
  project,
  baseUrl,
  registry,
  destination,
}: PlatformSnippets) => `npm config set --location=project @platform:registry ${registry}
npm install --save-dev @platform/cli
npx platform login --base-url ${baseUrl} --project ${project}
npx platform destinations create ${destination} --pull --save-to .env`

export const makeEmbedSnippet = (
  platform: PlatformSnippets,
) => `import { InstallIntegration, PlatformProvider, type PlatformOptions } from '@platform/react'
import '@platform/react/styles'

const options: PlatformOptions = {
  project: '${platform.project}',
  baseUrl: '${platform.baseUrl}',
  getToken: async () => {
    const reply = await fetch('/api/platform-token')
    if (!reply.ok) throw new Error(\`The token request failed with status \${reply.status}.\`)
    return reply.text()
  },
}

export const Integrations = () => (
  <PlatformProvider options={options}>
    <InstallIntegration integration="${chooseIntegrationName(platform)}" consumerRef="user-1" groupRef="company-1" />
  </PlatformProvider>
)`
