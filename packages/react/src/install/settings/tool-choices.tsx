'use client'

import { useAllWords } from '../../words/all-words.ts'
import {
  findCallTool,
  listToolObjects,
  withCallAccess,
  withToolAccess,
  type LocalTool,
  type ToolAccess,
} from '../../config/local-tools.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { useIntegration } from '../../use-installation.ts'
import type { Choosing } from './choosing.ts'

interface ToolChoicesProps extends Choosing {
  title: string
  providerName: string
  nameOfObject: (objectName: string) => string
}

/** Lets the user restrict what AI agents can do, by object and action. */
export function ToolChoices(props: ToolChoicesProps) {
  const { config, isBusy, onChange, title, providerName, nameOfObject } = props
  const { t } = useAllWords()
  const content = useIntegration().integration?.latestRevision.content
  const objects = listToolObjects(content, config)
  const call = content && findCallTool(content, config)
  if (objects.length === 0 && !call) return null
  const show = (
    { action, access, choices }: LocalTool | LocalTool<'call'>,
    choose: (access: ToolAccess) => void,
  ) => (
    <SelectField
      key={action}
      label={t(words[action], { provider: providerName })}
      value={access}
      options={choices.map((value) => ({ value, label: t(words[value]) }))}
      isBusy={isBusy}
      onChange={(value) => choose(choices.find((choice) => choice === value) ?? access)}
    />
  )

  return (
    <div className="plat-group" data-plat-part="agents">
      <h3 className="plat-group-title">{t('agents')}</h3>
      <p className="plat-muted">{t('agentsCan', { title, provider: providerName })}</p>
      {objects.map(({ objectName, tools }) => (
        <fieldset key={objectName} className="plat-values">
          <legend className="plat-strong">{nameOfObject(objectName)}</legend>
          {tools.map((tool) =>
            show(tool, (access) =>
              onChange((current) => withToolAccess(current, objectName, tool, access)),
            ),
          )}
        </fieldset>
      ))}
      {call && (
        <div className="plat-values">
          {show(call, (access) => onChange((current) => withCallAccess(current, call, access)))}
        </div>
      )}
    </div>
  )
}

const words = {
  describe: 'toolDescribe',
  sample: 'toolSample',
  search: 'toolSearch',
  create: 'toolCreate',
  update: 'toolUpdate',
  upsert: 'toolUpsert',
  delete: 'toolDelete',
  defineFields: 'toolDefineFields',
  call: 'toolCall',
  always: 'toolAlways',
  confirm: 'toolConfirm',
  never: 'toolNever',
} as const
