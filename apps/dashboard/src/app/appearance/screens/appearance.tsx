import { useState, type ReactNode } from 'react'
import type { Schemas } from '@platform/client'
import type { ColorName } from '../../../../../../packages/react/src/themes/themes.ts'
import { useAction } from '../../api/use-action.ts'
import { useQuery } from '../../api/use-query.ts'
import { useProject } from '../../context.tsx'
import { Link } from '../../router.tsx'
import { Button } from '../../ui/button.tsx'
import { Text } from '../../ui/code/code.tsx'
import { Select } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { OnDemand } from '../../ui/on-demand.tsx'
import { DashboardPage, Section } from '../../ui/page.tsx'
import { ColorField } from '../color-field.tsx'
import { LogoField } from '../logo-field.tsx'
import {
  colorNames,
  getColor,
  toCss,
  readyLooks,
  lookSize,
  sizes,
  titleOfLook,
  withColor,
  withLook,
  type Branding,
  type Scheme,
  type Size,
} from '../look.ts'

/** Edits the look of the embedded UI and of the hosted page. */
export function AppearanceScreen() {
  const { queries } = useProject()
  const branding = useQuery(queries.branding())
  return (
    <DashboardPage
      title="Appearance"
      intro={
        <>
          Colors, type and shapes of the embedded UI and the hosted page. All variables are in the{' '}
          <a href="/docs/ui/theming">documentation</a>.
        </>
      }
    >
      <Loaded result={useQuery(queries.project())}>
        {({ appName }) => (
          <Loaded result={branding}>
            {(saved) => <LookEditor saved={saved} appName={appName} />}
          </Loaded>
        )}
      </Loaded>
    </DashboardPage>
  )
}

function LookEditor({ saved, appName }: { saved: Schemas['Branding']; appName: string }) {
  const { queries, actions, store, to } = useProject()
  const [look, setLook] = useState<Branding>(saved)
  const [scheme, setScheme] = useState<Scheme>('light')
  const [isSaved, setIsSaved] = useState(false)
  const change = (next: Branding) => {
    setIsSaved(false)
    setLook(next)
  }
  const save = useAction(
    () => actions.updateBranding(look),
    (kept) => {
      setIsSaved(true)
      store.set(queries.branding(), kept)
    },
  )
  const fields = { look, scheme, onChange: change }

  return (
    <>
      <div className="look-editor">
        <Form
          className="stack look-fields"
          error={save.error}
          onSubmit={() => void save.run()}
          onChange={() => setIsSaved(false)}
        >
          <Choices
            legend="Start from"
            of={Object.keys(readyLooks)}
            chosen={titleOfLook(look)}
            onChoose={(title) => change(withLook(look, title))}
          />
          <Choices
            legend="Mode"
            of={['Light', 'Dark']}
            chosen={scheme === 'light' ? 'Light' : 'Dark'}
            onChoose={(title) => setScheme(title === 'Light' ? 'light' : 'dark')}
          />
          <Colors {...fields} />
          <Type {...fields} />
          <Group title="Corners">
            <SizeField size="borderRadius" {...fields} />
          </Group>
          <Group title="Space">
            <SizeField size="spacing" {...fields} />
          </Group>
          <Group title="Hosted page">
            <p className="hint">
              <Link to={to('connectLinks')}>Connect links</Link> open a page with this look once you
              save it. Without a logo, the page shows the app name, {appName}.
            </p>
            <Logos {...fields} />
          </Group>
          <div className="row">
            <Button changes type="submit" tone="primary" isBusy={save.isRunning}>
              {save.isRunning ? 'Saving…' : 'Save for the hosted page'}
            </Button>
            <output className="muted">{isSaved && 'Saved'}</output>
          </div>
        </Form>
        <section className="look-preview stack" aria-label="Preview">
          <OnDemand name="preview.tsx" load={() => import('../preview.tsx')}>
            {({ Preview }) => <Preview look={look} appName={appName} scheme={scheme} />}
          </OnDemand>
        </section>
      </div>
      <Section title="CSS for your product">
        <p>
          Load it after <code>@platform/react/styles</code>. It sets the same look for the
          components that you embed.
        </p>
        <Text text={toCss(look)} label="CSS" />
      </Section>
    </>
  )
}

interface ChoicesProps {
  legend: string
  of: readonly string[]
  chosen: string | undefined
  onChoose: (title: string) => void
}

/** Shows few choices side by side. */
function Choices({ legend, of, chosen, onChoose }: ChoicesProps) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div className="languages">
        {of.map((title) => (
          <label key={title} className="language">
            <input
              type="radio"
              className="visually-hidden"
              name={legend}
              checked={title === chosen}
              onChange={() => onChoose(title)}
            />
            {title}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="stack" data-gap="small">
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}

interface FieldsProps {
  look: Branding
  scheme: Scheme
  onChange: (look: Branding) => void
}

/** Labels of colors; the neutrals name their main use. */
const labelsOfColors: Record<ColorName, string> = {
  primary: 'Primary',
  surface: 'Surface',
  success: 'Success',
  warning: 'Warning',
  danger: 'Danger',
  'neutral-25': '25: subtle background',
  'neutral-50': '50: hover background',
  'neutral-100': '100: disabled',
  'neutral-200': '200: borders',
  'neutral-300': '300: button borders',
  'neutral-400': '400: input borders',
  'neutral-500': '500: input borders on hover',
  'neutral-600': '600: secondary text',
  'neutral-700': '700: small text',
  'neutral-800': '800: text',
  'neutral-900': '900: headings',
}

function Colors({ look, scheme, onChange }: FieldsProps) {
  const fields = (isNeutral: boolean) =>
    colorNames
      .filter((name) => name.startsWith('neutral-') === isNeutral)
      .map((name) => (
        <ColorField
          key={name}
          label={labelsOfColors[name]}
          value={getColor(look, scheme, name)}
          onChange={(color) => onChange(withColor(look, scheme, { name, color }))}
        />
      ))
  return (
    <Group title={`Colors in ${scheme} mode`}>
      {fields(false)}
      <details className="neutrals">
        <summary>Neutral colors</summary>
        <div className="stack" data-gap="small">
          {fields(true)}
        </div>
      </details>
    </Group>
  )
}

const fontTitles: Record<string, string> = {
  '': 'That of your page',
  system: 'System',
  serif: 'Serif',
  rounded: 'Rounded',
  mono: 'Monospace',
}
const fonts = ['system', 'serif', 'rounded', 'mono'] as const

function Type(props: FieldsProps) {
  const { look, onChange } = props
  const choose = (title: string) => {
    const { font: _font, ...others } = look
    const font = fonts.find((one) => one === title)
    onChange({ ...others, ...(font && { font }) })
  }
  return (
    <Group title="Type">
      <Select label="Font" value={look.font ?? ''} onChange={choose}>
        {Object.keys(fontTitles).map((font) => (
          <option key={font} value={font}>
            {fontTitles[font]}
          </option>
        ))}
      </Select>
      <SizeField size="fontSize" {...props} />
    </Group>
  )
}

function SizeField({ size, look, onChange }: FieldsProps & { size: Size }) {
  const { label, least, max } = sizes[size]
  const value = lookSize(look, size)
  return (
    <label className="size-field">
      <span>{label}</span>
      <input
        type="range"
        min={least}
        max={max}
        value={value}
        aria-valuetext={`${value} pixels`}
        onChange={(event) => onChange({ ...look, [size]: event.target.valueAsNumber })}
      />
      <output>{value} px</output>
    </label>
  )
}

function Logos({ look, onChange }: FieldsProps) {
  const { logo, darkLogo, ...others } = look
  const change = (logos: Pick<Branding, 'logo' | 'darkLogo'>) => onChange({ ...others, ...logos })
  return (
    <>
      <LogoField
        label="Logo"
        hint="PNG, JPEG, WebP or SVG, at most 74 kB. Shown 40 pixels high."
        value={logo}
        onChange={(next) => change({ ...(next && { logo: next }), ...(darkLogo && { darkLogo }) })}
      />
      <LogoField
        label="Logo in dark mode"
        hint="Defaults to the logo."
        value={darkLogo}
        onChange={(next) => change({ ...(logo && { logo }), ...(next && { darkLogo: next }) })}
      />
    </>
  )
}
