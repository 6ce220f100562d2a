import { addresses } from '../../api/addresses.ts'
import { useQuery } from '../../api/use-query.ts'
import { Text } from '../../ui/code/code.tsx'
import { Section } from '../../ui/page.tsx'

/** Shows how to install the packages from this server. */
export function InstallPackages() {
  const { data } = useQuery(addresses)
  const registry = data?.registry ?? '…'
  return (
    <Section title="Packages">
      <p>
        This server hosts the React components, the client and the CLI in matching versions.
        Configure npm or pnpm once per project, then install the packages you need:
      </p>
      <Text
        label="npm commands"
        text={`npm config set --location=project @platform:registry ${registry}
npm install @platform/react
npm install --save-dev @platform/cli`}
      />
      <p>For Yarn, add this to .yarnrc.yml:</p>
      <Text
        label="Yarn settings"
        text={`npmScopes:
  platform:
    npmRegistryServer: ${registry}
npmPreapprovedPackages:
  - "@platform/*"${unsafely(registry)}`}
      />
    </Section>
  )
}

/** Yarn accepts servers without TLS, such as test servers, only if they are listed. */
function unsafely(registry: string): string {
  if (!registry.startsWith('http:')) return ''
  return `\nunsafeHttpWhitelist:\n  - ${new URL(registry).hostname}`
}
