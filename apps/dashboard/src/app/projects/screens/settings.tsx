import { useState } from 'react'
import type { Schemas } from '@platform/client'
import { myInfo } from '../../account/queries.ts'
import { pathTo } from '../../routes.ts'
import { useDashboard, useProject } from '../../context.tsx'
import { useAction } from '../../api/use-action.ts'
import { useQuery } from '../../api/use-query.ts'
import { Link, navigate } from '../../router.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyableId } from '../../ui/copy.tsx'
import { Facts } from '../../ui/facts.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { OriginsField, parseOrigins } from '../../ui/form/origins-field.tsx'
import { DashboardPage, Section } from '../../ui/page.tsx'
import { Time } from '../../ui/time.tsx'
import { DeleteProject } from './delete-project.tsx'
import { InstallPackages } from './install-packages.tsx'

type Project = Schemas['Project']

export function SettingsScreen() {
  const { queries } = useProject()
  return (
    <DashboardPage title="Settings">
      <Loaded result={useQuery(queries.project())}>
        {(project) => (
          <>
            <Facts
              of={{
                'Project ID': <CopyableId>{project.id}</CopyableId>,
                Organization: <OrganizationLink id={project.orgId} />,
                Created: <Time at={project.createTime} />,
              }}
            />
            <ProjectForm project={project} />
            <PagesForm project={project} />
            <InstallPackages />
            <DeleteProject project={project} />
          </>
        )}
      </Loaded>
    </DashboardPage>
  )
}

function OrganizationLink({ id }: { id: string }) {
  const { client } = useDashboard()
  const { data: me } = useQuery(myInfo(client))
  const org = me?.orgRoles?.find((role) => role.org.id === id)?.org
  if (!org) return <CopyableId>{id}</CopyableId>
  return <Link to={pathTo('organization', { organization: id })}>{org.label}</Link>
}

function ProjectForm({ project }: { project: Project }) {
  const { queries, actions, store } = useProject()
  const [name, setName] = useState(project.name)
  const [appName, setAppName] = useState(project.appName)
  const [isSaved, setIsSaved] = useState(false)
  const changes = {
    ...(name !== project.name && { name }),
    ...(appName !== project.appName && { appName }),
  }
  const hasChanges = Object.keys(changes).length > 0

  const save = useAction(
    () => actions.updateProject(changes),
    async (saved) => {
      setIsSaved(true)
      setName(saved.name)
      setAppName(saved.appName)
      store.set(queries.project(), saved)
      await Promise.all([store.invalidate(['projects']), store.invalidate(['my-info'])])
      // URLs and cache keys contain the name.
      if (saved.name !== project.name) {
        navigate(pathTo('settings', { project: saved.name }), { replace: true })
      }
    },
  )

  return (
    <Form
      className="card stack form"
      error={save.error}
      onSubmit={() => void save.run()}
      onChange={() => setIsSaved(false)}
    >
      <TextField
        label="App name"
        name="appName"
        hint="Shown to your customers when they connect."
        value={appName}
        onChange={(event) => setAppName(event.target.value)}
        required
        maxLength={128}
      />
      <TextField
        label="Project name"
        name="name"
        hint="Letters, digits and dashes. Used in URLs and API requests."
        value={name}
        onChange={(event) => setName(event.target.value)}
        required
        minLength={2}
        maxLength={128}
        pattern="[a-zA-Z0-9][a-zA-Z0-9\-]*[a-zA-Z0-9]"
      />
      <div className="row">
        <Button changes type="submit" tone="primary" isBusy={save.isRunning} disabled={!hasChanges}>
          {save.isRunning ? 'Saving…' : 'Save'}
        </Button>
        <output className="muted">{isSaved && !hasChanges && 'Saved'}</output>
      </div>
    </Form>
  )
}

/** Edits the allowed origins of the product's pages. */
function PagesForm({ project: { allowedOrigins } }: { project: Project }) {
  const { queries, actions, store } = useProject()
  const [isSaved, setIsSaved] = useState(false)
  const save = useAction(
    (form: FormData) => actions.updateProject({ allowedOrigins: parseOrigins(form) }),
    (saved) => {
      setIsSaved(true)
      store.set(queries.project(), saved)
    },
  )

  return (
    <Section title="Allowed origins">
      <Form
        className="card stack form"
        error={save.error}
        onSubmit={(form) => void save.run(form)}
        onChange={() => setIsSaved(false)}
      >
        <OriginsField
          origins={allowedOrigins}
          hint="Only these origins can use your users’ tokens and UI library keys without origins of their own. If empty, any origin can. Users who connect from these origins skip the confirmation page."
        />
        <div className="row">
          <Button changes type="submit" tone="primary" isBusy={save.isRunning}>
            {save.isRunning ? 'Saving…' : 'Save'}
          </Button>
          <output className="muted">{isSaved && 'Saved'}</output>
        </div>
      </Form>
    </Section>
  )
}
