import type { Connector, CustomFieldDefinition, ProviderClient } from '@platform/connector'
import { requireValue } from '../require-value.ts'

export const makeCustomField = (
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
  const { fields } = await requireValue(customFields).upsert(client, {
    fields: { [objectName]: [definition] },
  })
  return requireValue(requireValue(fields[objectName])[definition.fieldName])
}
