import { useState } from 'react'
import {
  InstallIntegration,
  IntegrationList,
  PlatformProvider,
  type PlatformOptions,
} from '@platform/react'
import { createFakeApi, makeInstalledState, type FakeApiOptions } from '@platform/react/testing'
import styles from '../../../../../packages/react/src/styles.css?url'
import { measureContrasts } from '../../../../../packages/react/src/themes/contrast.ts'
import { toCssVariables } from '../../connect-page/branding.ts'
import { Select } from '../ui/form/field.tsx'
import { Icon } from '../ui/icons.tsx'
import { schemes, toTheme, type Branding, type Scheme } from './look.ts'

const people = { consumerRef: 'ana', consumerName: 'Ana Ruiz', groupRef: 'acme', groupName: 'Acme' }

/** An installation whose customer has to sign in again. */
function needsSignIn(): FakeApiOptions {
  const { connections, installations } = makeInstalledState()
  const health = { state: 'needsSignIn' as const }
  const [connection] = connections
  Object.assign(connection, { status: 'bad_credentials', health })
  for (const one of installations) {
    Object.assign(one, { connection, health, healthStatus: 'unhealthy' })
  }
  return { connections, installations }
}

/** Screens of the components by title, with the data that they show. */
const screens: Record<string, () => FakeApiOptions> = {
  Settings: () => ({ ...makeInstalledState(), pollsUntilConnected: 1 }),
  Connect: () => ({ pollsUntilConnected: 1 }),
  'Sign-in required': needsSignIn,
  'List of integrations': () => ({ ...makeInstalledState(), pollsUntilConnected: 1 }),
}
const [firstScreen = ''] = Object.keys(screens)

interface PreviewProps {
  look: Branding
  appName: string
  scheme: Scheme
}

/** Shows the embedded UI in this look, with data in memory, and what is hard to read in it. */
export function Preview({ look, appName, scheme }: PreviewProps) {
  const [screen, setScreen] = useState(firstScreen)
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="default" />
      <Select label="Screen" value={screen} onChange={setScreen}>
        {Object.keys(screens).map((title) => (
          <option key={title}>{title}</option>
        ))}
      </Select>
      <Warnings look={look} />
      <div className="preview" data-scheme={scheme}>
        <Logo look={look} appName={appName} scheme={scheme} />
        <Screen key={screen} title={screen} look={look} scheme={scheme} />
      </div>
    </>
  )
}

function Logo({ look: { logo, darkLogo }, appName, scheme }: PreviewProps) {
  const shown = scheme === 'dark' ? (darkLogo ?? logo) : logo
  return shown ? (
    <img className="preview-logo" src={shown} alt={appName} />
  ) : (
    <p className="strong">{appName}</p>
  )
}

function Screen({ title, look, scheme }: { title: string; look: Branding; scheme: Scheme }) {
  const [fake] = useState(() => createFakeApi(screens[title]?.()))
  const options: PlatformOptions = {
    project: 'preview',
    fetch: fake.fetch,
    getToken,
    colorScheme: scheme,
    appearance: { variables: withoutPrefix(toCssVariables(look)) },
  }
  return (
    <PlatformProvider options={options}>
      {title === 'List of integrations' ? (
        <IntegrationList {...people} />
      ) : (
        <InstallIntegration integration="salesforce-sync" {...people} />
      )}
    </PlatformProvider>
  )
}

const getToken = async () => 'preview'

const withoutPrefix = (variables: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name.replace('--plat-', ''), value]),
  )

/** Texts of the components by the name in `measureContrasts`. */
const nameOfText: Record<string, string> = {
  'button text': 'Text of primary buttons',
  links: 'Links',
  'lines of inputs on hover': 'Borders of inputs',
  success: 'Success messages',
  warning: 'Warnings',
  danger: 'Errors',
}

/** Names each text whose contrast is too low, with its worst background. */
function Warnings({ look }: { look: Branding }) {
  const theme = toTheme(look)
  const found = schemes.flatMap((scheme) => {
    const low = measureContrasts(theme, scheme).filter(({ ratio, least }) => ratio < least)
    const worst = Map.groupBy(low, ({ text }) => text).values()
    return Array.from(worst, (all) => ({
      scheme,
      ...all.reduce((one, other) => (other.ratio < one.ratio ? other : one)),
    }))
  })
  return (
    <div aria-live="polite">
      {found.length === 0 ? (
        <p className="state-text" data-tone="good">
          <Icon name="ok" /> All text is easy to read in light and dark mode.
        </p>
      ) : (
        <div className="notice" data-tone="warning">
          <Icon name="warning" />
          <div className="notice-text">
            <p className="strong">Hard to read</p>
            <ul className="causes">
              {found.map(({ scheme, text, background, ratio, least }) => (
                <li key={`${scheme} ${text}`}>
                  {nameOfText[text] ?? `Text in ${text}`} on {background} in {scheme} mode: contrast{' '}
                  {ratio.toFixed(1)}, at least {least} required
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </div>
  )
}
