import type { Connector, CustomFieldDefinition, ProviderClient } from '@platform/connector'
import { must } from '../must.ts'

export const fieldOf = (
  fieldName: string,
  rest: Partial<CustomFieldDefinition> = {},
): CustomFieldDefinition => ({
  fieldName,
  displayName: fieldName.replaceAll('_', ' '),
  valueType: 'string',
  ...rest,
})

/** Creates or changes one field, and returns the result. */
export async function upsertField(
  { customFields }: Connector,
  client: ProviderClient,
  { objectName, definition }: { objectName: string; definition: CustomFieldDefinition },
) {
  const { fields } = await must(customFields).upsert(client, {
    fields: { [objectName]: [definition] },
  })
  return must(must(fields[objectName])[definition.fieldName])
}
