import type { Schemas } from '@platform/client'
import { useProject } from '../../context.tsx'
import { listRevisionQueries } from '../queries.ts'
import { DeployDialog } from './deploy-dialog.tsx'

interface RollBackProps {
  integration: Schemas['Integration']
  revision: Schemas['Revision']
  onClose: () => void
}

/** Shows what a rollback would change for which customers before it runs. */
export function RollBack({ integration, revision, onClose }: RollBackProps) {
  const { actions, queries, store } = useProject()
  const dropped = listObjectNames(integration.latestRevision).filter(
    (name) => !listObjectNames(revision).includes(name),
  )
  return (
    <DeployDialog
      title="Roll back to this revision?"
      intro="Deploys this definition again as a new revision."
      doIt="Roll back"
      refusal="This revision can no longer be deployed to the project"
      remedy={
        <>
          Fix these errors and check again, or deploy a corrected <code>platform.yaml</code>.
        </>
      }
      rehearse={(isDestructive) => queries.rehearsal(revision, isDestructive)}
      deploy={(how) => actions.rollBack(integration.id, revision.id, how)}
      listDropped={() => dropped}
      onDone={() =>
        Promise.all(
          listRevisionQueries(queries, integration).map(({ key }) => store.invalidate(key)),
        )
      }
      onClose={onClose}
    />
  )
}

const listObjectNames = ({ content }: Schemas['Revision']) =>
  content.read?.objects?.map(({ objectName }) => objectName) ?? []
