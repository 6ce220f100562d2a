import { useId, useState } from 'react'
import { useList, useQuery } from '../api/use-query.ts'
import { useProject } from '../context.tsx'
import { useSearchParam } from '../router.tsx'
import { TextField } from '../ui/form/field.tsx'

interface Choice {
  groupRef: string
  groupName: string
}

/**
 * Narrows a list to one customer. Takes and shows their name; the URL keeps their reference. A reference or a part of
 * the name is taken too, if it means exactly one customer.
 */
export function CustomerFilter() {
  const { queries } = useProject()
  const [groupRef, setGroupRef] = useSearchParam('customer')
  const [draft, setDraft] = useState<string>()
  const id = useId()
  const suggested = useList(queries.customers(draft?.trim() ?? ''), { atFirst: 20 })
  const known = useQuery(queries.found(groupRef))
  const name = known.data?.find((one) => one.kind === 'group' && one.id === groupRef)?.name

  const choose = async (typed: string) => {
    const text = typed.trim()
    if (text === '') return setGroupRef('')
    const { data } = await queries.customers(text).page({ pageSize: 20 })
    setGroupRef(findMeantCustomer(text, data) ?? text)
    return setDraft(undefined)
  }
  // Without an answer the text is taken as a reference, which the list then looks for.
  const enter = () => {
    if (draft === undefined || draft === (name ?? groupRef)) return
    choose(draft).catch(() => setGroupRef(draft.trim()))
  }
  const labels = makeLabels(suggested.data ?? [])

  return (
    <>
      <TextField
        label="Customer"
        value={draft ?? name ?? groupRef}
        list={id}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target: { value } }) => {
          setDraft(value)
          const exact = labels.get(value) ?? [...labels.values()].find((ref) => ref === value)
          if (value === '' || exact !== undefined) {
            setGroupRef(exact ?? '')
            if (exact !== undefined) setDraft(undefined)
          }
        }}
        onBlur={enter}
        onKeyDown={(event) => event.key === 'Enter' && enter()}
      />
      <datalist id={id}>
        {[...labels].map(([label, ref]) => (
          <option key={ref} value={label}>
            {ref}
          </option>
        ))}
      </datalist>
    </>
  )
}

/** Maps labels to references: the name, followed by the reference if several customers have the name. */
function makeLabels(customers: readonly Choice[]): Map<string, string> {
  const names = customers.map(({ groupName, groupRef }) => groupName || groupRef)
  return new Map(
    customers.map(({ groupRef }, index) => {
      const name = names[index] ?? groupRef
      const isUnique = names.indexOf(name) === names.lastIndexOf(name)
      return [isUnique ? name : `${name} (${groupRef})`, groupRef]
    }),
  )
}

/** Returns the customer with this reference, else the only one with this name, else the only one found. */
function findMeantCustomer(text: string, found: readonly Choice[]): string | undefined {
  const lower = text.toLowerCase()
  const named = found.filter(({ groupName }) => groupName.toLowerCase() === lower)
  const [one] = found.filter(({ groupRef }) => groupRef === text)
  const [only] = named.length === 1 ? named : found.length === 1 ? found : []
  return (one ?? only)?.groupRef
}
