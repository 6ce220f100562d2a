import * as contract from '@platform/contract'
import { z } from 'zod'
import { type AskedCall, parseToolInput, type ToolCaller } from './asked-call.ts'
import {
  askConfirmation,
  Confirmation,
  type Confirming,
  keyOfConfirmation,
} from './confirmation.ts'
import type { ToolOutcome } from './tool-outcome.ts'

const DefineFieldsInput = z.strictObject({
  fields: z.array(contract.FieldDefinition).min(1).max(100),
  confirmation: Confirmation,
})

/** Creates or changes custom fields of the object in the account of the customer. */
export async function defineFieldsByTool(
  confirming: Confirming,
  by: ToolCaller,
  { tool, input, perform }: AskedCall,
): Promise<ToolOutcome> {
  const { fields, confirmation } = parseToolInput(DefineFieldsInput, input)
  const { asked } = await askConfirmation(confirming, by, {
    tool,
    input: { fields },
    confirmation,
    wouldDo: { action: 'defineFields', object: tool.shownName, fields },
  })
  if (asked) return asked
  const reply = contract.UpsertMetadataResponse.parse(
    await perform(contract.upsertMetadataForInstallation, {
      body: { groupRef: by.groupRef, fields: { [tool.objectName]: fields } },
      key: keyOfConfirmation(confirmation),
    }),
  )
  return {
    data: { ...reply, fields: reply.fields[tool.objectName] ?? {} },
    isError: !reply.success,
  }
}
