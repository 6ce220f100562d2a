import { useState } from 'react'
import { useAction } from '../../api/use-action.ts'
import { useList } from '../../api/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { CopyableId } from '../../ui/copy.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { List } from '../../ui/list/list.tsx'
import { Empty } from '../../ui/loaded.tsx'
import { Section } from '../../ui/page.tsx'
import { useOrganization } from '../use-organization.ts'

export function ClaimedDomains({ orgId }: { orgId: string }) {
  const { isOwner, queries, actions, refresh } = useOrganization(orgId)
  const [isClaiming, setIsClaiming] = useState(false)
  const claim = useAction(
    (form: FormData) => actions.claim(String(form.get('domain'))),
    async () => {
      await refresh()
      setIsClaiming(false)
    },
  )

  return (
    <Section
      title="Claimed domains"
      aside={isOwner && <Button onClick={() => setIsClaiming(true)}>Claim domain</Button>}
    >
      <p className="muted">Anyone with a confirmed email address in these domains can join.</p>
      <List
        caption="Claimed domains"
        result={useList(queries.domains())}
        keyOf={({ id }) => id}
        empty={<Empty title="No claimed domains yet" />}
        columns={[{ title: 'Domain', render: ({ domain }) => domain }]}
      />
      {isClaiming && (
        <FormDialog
          title="Claim domain"
          doIt="Claim"
          action={claim}
          onClose={() => setIsClaiming(false)}
        >
          <TextField label="Domain" name="domain" required placeholder="acme.example" />
          <p className="hint">
            Prove ownership with a confirmed email address in the domain or with this DNS TXT
            record:
          </p>
          <CopyableId what="record">{`platform-domain-claim=${orgId}`}</CopyableId>
        </FormDialog>
      )}
    </Section>
  )
}
