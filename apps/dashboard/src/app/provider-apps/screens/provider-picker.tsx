import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { ProviderLogo } from '../../providers/provider-logo.tsx'
import { TextField } from '../../ui/form/field.tsx'

type Provider = Schemas['ProviderInfo']

interface ProviderPickerProps {
  providers: Provider[]
  chosen: string | undefined
  onChoose: (provider: Provider) => void
}

/** Searches and selects a provider. */
export function ProviderPicker({ providers, chosen, onChoose }: ProviderPickerProps) {
  const [wanted, setWanted] = useState('')
  const inOrder = providers.toSorted((a, b) => getProviderName(a).localeCompare(getProviderName(b)))
  const found = inOrder.filter(
    (provider) => provider.name === chosen || isFound(provider, wanted.trim().toLowerCase()),
  )

  return (
    <fieldset className="stack" data-gap="small">
      <legend>Provider</legend>
      <TextField
        label="Search"
        type="search"
        value={wanted}
        onChange={({ target }) => setWanted(target.value)}
        autoComplete="off"
      />
      <div className="picker">
        {found.map((provider) => (
          <label key={provider.name} className="picker-entry">
            <input
              type="radio"
              name="provider"
              value={provider.name}
              required
              checked={provider.name === chosen}
              onChange={() => onChoose(provider)}
            />
            <ProviderLogo of={provider} />
            {getProviderName(provider)}
          </label>
        ))}
        {found.length === 0 && <p className="hint">No matching providers.</p>}
      </div>
    </fieldset>
  )
}

const getProviderName = ({ name, displayName }: Provider) => displayName ?? name

const isFound = (provider: Provider, wanted: string) =>
  `${provider.name} ${getProviderName(provider)}`.toLowerCase().includes(wanted)
