import { useState } from 'react'
import { useProject } from '../context.tsx'
import { useList } from '../api/use-query.ts'
import { TextFilter } from '../ui/filters.tsx'

/** Filters a list by customer, with suggestions. */
export function CustomerFilter() {
  const { queries } = useProject()
  const [typed, setTyped] = useState('')
  const customers = useList(queries.customers(typed.trim()), { atFirst: 20 })
  return (
    <TextFilter
      label="Customer"
      name="customer"
      onType={setTyped}
      suggestions={(customers.data ?? []).map(({ groupRef, groupName }) => ({
        value: groupRef,
        label: groupName,
      }))}
    />
  )
}
