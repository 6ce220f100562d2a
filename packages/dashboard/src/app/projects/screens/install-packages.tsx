import { addresses } from '../../api/addresses.ts'
import { useQuery } from '../../api/use-query.ts'
import { Text } from '../../ui/code.tsx'
import { Section } from '../../ui/page.tsx'

/** How to install the packages that fit this server: it serves them itself. */
export function InstallPackages() {
  const { data } = useQuery(addresses)
  const registry = data?.registry ?? '…'
  return (
    <Section title="Packages">
      <p>
        The React components, the client and the command line come from this server, in the version
        that fits it. Tell npm or pnpm once per project, then install what you need:
      </p>
      <Text
        label="Commands for npm"
        text={`npm config set --location=project @platform:registry ${registry}
npm install @platform/react
npm install --save-dev @platform/cli`}
      />
      <p>For Yarn, put this into .yarnrc.yml:</p>
      <Text
        label="Settings for Yarn"
        text={`npmScopes:
  platform:
    npmRegistryServer: ${registry}
npmPreapprovedPackages:
  - "@platform/*"${unsafely(registry)}`}
      />
    </Section>
  )
}

/** Yarn asks a server without TLS, as one for trying is, only where it is told so. */
function unsafely(registry: string): string {
  if (!registry.startsWith('http:')) return ''
  return `\nunsafeHttpWhitelist:\n  - ${new URL(registry).hostname}`
}
