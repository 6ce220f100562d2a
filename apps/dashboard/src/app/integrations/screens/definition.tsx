import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { myInfo } from '../../account/queries.ts'
import { useQuery } from '../../api/use-query.ts'
import { useDashboard, useProject } from '../../context.tsx'
import { Button } from '../../ui/button.tsx'
import { toYaml } from '../../ui/code/to-yaml.ts'
import { Yaml } from '../../ui/code/code.tsx'
import { inReadingOrder } from '../../ui/list/in-reading-order.ts'
import { OnDemand } from '../../ui/on-demand.tsx'
import { Section } from '../../ui/page.tsx'
import { ManifestEditor } from '../../yaml-editor/manifest-editor.tsx'
import { listRevisionQueries } from '../queries.ts'
import { DeployDialog } from './deploy-dialog.tsx'

interface DefinitionProps {
  integration: Schemas['Integration']
}

/** The deployed definition, which people who may deploy edit, try on live records and deploy in place. */
export function Definition({ integration }: DefinitionProps) {
  const { client } = useDashboard()
  const { data: me } = useQuery(myInfo(client))
  const role = me?.projectRoles[integration.projectId]?.role
  return (
    <Section title="Definition">
      {role && role !== 'member' && role !== 'viewer' ? (
        <EditedDefinition integration={integration} />
      ) : (
        <Yaml
          label="Definition of the latest revision"
          value={inReadingOrder(integration.latestRevision.content)}
        />
      )}
    </Section>
  )
}

/** What is edited: a revision, and its text as changed so far. */
interface Edited {
  revisionId: string
  deployed: string
  text: string
}

function EditedDefinition({ integration }: DefinitionProps) {
  const { actions, queries, store } = useProject()
  const { latestRevision } = integration
  const [edited, setEdited] = useState(() => openRevision(latestRevision))
  // The editor keeps its own text: another one begins with the deployed text.
  const [opened, setOpened] = useState(0)
  const [isDeploying, setIsDeploying] = useState(false)
  const isChanged = edited.text !== edited.deployed
  const isOutdated = edited.revisionId !== latestRevision.id
  const reopen = () => {
    setEdited(openRevision(latestRevision))
    setOpened(opened + 1)
  }
  // A revision of somebody else replaces the text only if nothing has been changed in it.
  if (isOutdated && !isChanged) reopen()

  return (
    <div className="stack">
      {isOutdated && isChanged && (
        <div className="notice" data-tone="warning" aria-live="polite">
          <div className="notice-text">
            <p>
              Another revision has been deployed since you began. Deploying your text replaces it.
            </p>
          </div>
        </div>
      )}
      <ManifestEditor
        key={opened}
        initial={edited.deployed}
        current={edited.text}
        onChange={(text) => setEdited((before) => ({ ...before, text }))}
        hint="Make the same change in the platform.yaml of your repository: the next deployment from there replaces this one."
      />
      <div className="row">
        <Button tone="primary" disabled={!isChanged} onClick={() => setIsDeploying(true)}>
          Deploy
        </Button>
        {isChanged && <Button onClick={reopen}>Discard changes</Button>}
      </div>
      <OnDemand name="preview-change.tsx" load={() => import('./preview-change.tsx')}>
        {({ PreviewChange }) => (
          <PreviewChange integration={integration} sourceYaml={edited.text} />
        )}
      </OnDemand>
      {isDeploying && (
        <DeployDialog
          title="Deploy this definition?"
          intro="Deploys the edited definition as a new revision."
          doIt="Deploy"
          refusal="This definition cannot be deployed"
          remedy="Close this window and correct the lines."
          hasLines
          rehearse={(isDestructive) => queries.plan(edited.text, isDestructive)}
          deploy={(how) => actions.deploy(edited.text, how)}
          listDropped={listUndeclared}
          onDone={async () => {
            setEdited((before) => ({ ...before, deployed: before.text }))
            await Promise.all(
              [...listRevisionQueries(queries, integration), queries.integrations()].map(
                ({ key }) => store.invalidate(key),
              ),
            )
          }}
          onClose={() => setIsDeploying(false)}
        />
      )}
    </div>
  )
}

/** Returns the deployed definition as a file to edit. */
function openRevision({ id, specVersion, content }: Schemas['Revision']): Edited {
  const deployed = toYaml({ specVersion, integrations: [inReadingOrder(content)] })
  return { revisionId: id, deployed, text: deployed }
}

/** Effects on objects that the definition no longer declares, without and with `destructive`. */
const undeclared = ['is still read as before', 'is paused: it is no longer declared']

const listUndeclared = (foreseen: Schemas['ManifestRehearsal'] | undefined) => [
  ...new Set(
    foreseen?.integrations
      .flatMap(({ effects }) => effects)
      .filter(({ effect }) => undeclared.includes(effect))
      .map(({ objectName }) => objectName),
  ),
]
