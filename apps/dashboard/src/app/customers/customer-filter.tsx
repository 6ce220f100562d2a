import { useState } from 'react'
import { useList, useQuery } from '../api/use-query.ts'
import { useProject } from '../context.tsx'
import { useSearchParam } from '../router.tsx'
import { TextField } from '../ui/form/field.tsx'
import { FilterChip, FilterOptions } from '../ui/list/filter-chip.tsx'

interface Choice {
  groupRef: string
  groupName: string
}

/** Narrows a list to one customer. Shows their name; the URL keeps their reference. */
export function CustomerFilter() {
  const { queries } = useProject()
  const [groupRef, setGroupRef] = useSearchParam('customer')
  const known = useQuery(queries.found(groupRef))
  const name = known.data?.find((one) => one.kind === 'group' && one.id === groupRef)?.name
  return (
    <FilterChip label="Customer" shown={name || groupRef} onRemove={() => setGroupRef('')}>
      {(close) => (
        <CustomerOptions
          onChoose={(chosen) => {
            setGroupRef(chosen)
            close()
          }}
        />
      )}
    </FilterChip>
  )
}

/** Finds a customer. A reference or a part of the name is taken too, if it means exactly one customer. */
function CustomerOptions({ onChoose }: { onChoose: (groupRef: string) => void }) {
  const { queries } = useProject()
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const suggested = useList(queries.customers(text), { atFirst: maxSuggestions })

  const enter = async () => {
    if (text === '') return
    const { data } = await queries.customers(text).page({ pageSize: 20 })
    onChoose(findMeantCustomer(text, data) ?? text)
  }
  return (
    <>
      <TextField
        label="Customer"
        type="search"
        value={typed}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key }) => {
          // Without an answer the text is taken as a reference, which the list then looks for.
          if (key === 'Enter') enter().catch(() => onChoose(text))
        }}
      />
      <FilterOptions options={listOptions(suggested.data ?? [])} onChoose={onChoose} />
    </>
  )
}

const maxSuggestions = 10

/** Lists references with their labels: the name, followed by the reference if several customers have the name. */
function listOptions(customers: readonly Choice[]): [groupRef: string, label: string][] {
  const names = customers.map(({ groupName, groupRef }) => groupName || groupRef)
  return customers.map(({ groupRef }, index) => {
    const name = names[index] ?? groupRef
    const isUnique = names.indexOf(name) === names.lastIndexOf(name)
    return [groupRef, isUnique ? name : `${name} (${groupRef})`]
  })
}

/** Returns the customer with this reference, else the only one with this name, else the only one found. */
function findMeantCustomer(text: string, found: readonly Choice[]): string | undefined {
  const lower = text.toLowerCase()
  const named = found.filter(({ groupName }) => groupName.toLowerCase() === lower)
  const [one] = found.filter(({ groupRef }) => groupRef === text)
  const [only] = named.length === 1 ? named : found.length === 1 ? found : []
  return (one ?? only)?.groupRef
}
