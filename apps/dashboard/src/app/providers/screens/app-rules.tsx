import type { Schemas } from '@platform/client'
import { Badge } from '../../ui/badge.tsx'
import { Table } from '../../ui/list/list.tsx'
import { Section } from '../../ui/page.tsx'

type Requirement = NonNullable<NonNullable<Schemas['ProviderInfo']['app']>['requirements']>[number]

const kinds: Record<Requirement['kind'], string> = {
  package: 'Package',
  review: 'Review',
  certification: 'Certification',
  partner: 'Partnership',
  listing: 'Listing',
  verification: 'Verification',
  'paid-account': 'Paid plan',
}

/** Shows what the provider requires beyond registration, its limits, errors and dated changes. */
export function AppRules({
  app,
  signInErrors = [],
  changes = [],
}: Pick<Schemas['ProviderInfo'], 'app' | 'signInErrors' | 'changes'>) {
  const { requirements = [], limits = [] } = app ?? {}
  return (
    <>
      {requirements.length + limits.length > 0 && (
        <Section title="Requirements and limits">
          <div className="list">
            <Table
              caption="Requirements and limits"
              rows={[
                ...requirements.map(({ kind, ...one }) => ({ ...one, title: kinds[kind] })),
                ...limits.map(({ what, value, source }) => ({
                  title: 'Limit',
                  what: `${what}: ${value}`,
                  source,
                })),
              ]}
              keyOf={({ what }) => what}
              columns={[
                { title: 'Kind', render: ({ title }) => <Badge>{title}</Badge>, width: 's' },
                {
                  title: 'Requirement',
                  render: ({ what, source }) => (
                    <>
                      {what}
                      <Source of={source} />
                    </>
                  ),
                },
              ]}
            />
          </div>
        </Section>
      )}
      {signInErrors.length > 0 && (
        <Section title="Known sign-in errors">
          <div className="list">
            <Table
              caption="Known sign-in errors"
              rows={signInErrors}
              keyOf={({ code }) => code}
              columns={[
                {
                  title: 'Error',
                  render: ({ code, cause }) => (
                    <>
                      <code>{code}</code>
                      <span className="sub">{cause}</span>
                    </>
                  ),
                },
                { title: 'Remedy', render: ({ remedy }) => remedy },
              ]}
            />
          </div>
        </Section>
      )}
      {changes.length > 0 && (
        <Section title="Dated changes">
          <div className="list">
            <Table
              caption="Dated changes"
              rows={changes}
              keyOf={({ from, what }) => `${from} ${what}`}
              columns={[
                { title: 'From', render: ({ from }) => from, width: 's' },
                {
                  title: 'Change',
                  render: ({ what, source }) => (
                    <>
                      {what}
                      <Source of={source} />
                    </>
                  ),
                },
              ]}
            />
          </div>
        </Section>
      )}
    </>
  )
}

function Source({ of }: { of: string | undefined }) {
  if (of === undefined) return null
  return (
    <span className="sub">
      Source:{' '}
      {/^https:\/\/\S+$/.test(of) ? (
        <a href={of} rel="noreferrer" target="_blank">
          {of}
        </a>
      ) : (
        of
      )}
    </span>
  )
}
