/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- the text box has the focus and the keys, as the ARIA combobox pattern has it */
import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import type { Schemas } from '@platform/client'
import { areaGroups } from '../areas.ts'
import { useProject } from '../context.tsx'
import { useQuery } from '../api/use-query.ts'
import { navigate } from '../router.tsx'
import { useOrganization } from '../organizations/use-organization.ts'
import { type RoutePath, type pathsIn, pathTo } from '../routes.ts'
import { Dialog } from '../ui/form/dialog.tsx'
import { HealthBadge, nothingConnected } from '../ui/health.tsx'
import { Icon, type IconName } from '../ui/icons.tsx'
import { Name } from '../ui/name.tsx'
import { ProblemMessage } from '../ui/problem-message.tsx'

interface Choice {
  title: string
  hint: string
  icon: IconName
  path: RoutePath
  health?: Schemas['Health'] | undefined
}

/** Debounce interval of the search. */
const pauseMs = 150

/** Searches customers, IDs and pages. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { queries, to } = useProject()
  const [text, setText] = useState('')
  const wanted = usePaused(text.trim())
  const found = useQuery(queries.found(wanted))
  const [chosen, setChosen] = useState(0)
  const id = useId()

  const { data: project } = useQuery(queries.project())
  const { isOwner } = useOrganization(project?.orgId ?? '')
  const request = requestIn(text)

  const choices = [
    ...(found.data ?? []).map((one) => toChoice(one, to)),
    ...(request && project && isOwner ? [changesBy(request, project.orgId)] : []),
    ...pages(text, to),
  ]
  const at = Math.min(chosen, choices.length - 1)
  const go = (choice: Choice | undefined) => {
    if (!choice) return
    onClose()
    navigate(choice.path)
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') go(choices[at])
    if (!step || choices.length === 0) return
    event.preventDefault()
    setChosen((at + step + choices.length) % choices.length)
  }

  return (
    <Dialog title="Search" onClose={onClose}>
      <div className="palette">
        <input
          type="search"
          role="combobox"
          aria-label="Name, ID or page"
          placeholder="Name, ID or page"
          aria-expanded={choices.length > 0}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={choices.length > 0 ? `${id}-${at}` : undefined}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setChosen(0)
          }}
          onKeyDown={press}
        />
        {found.error && <ProblemMessage error={found.error} onRetry={found.refresh} />}
        <div id={id} role="listbox" aria-label="Results">
          {choices.map((choice, index) => (
            <div
              key={choice.path}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              ref={index === at ? intoView : undefined}
              onClick={() => go(choice)}
            >
              <Icon name={choice.icon} />
              <span className="palette-title">
                <Name>{choice.title}</Name>
              </span>
              {choice.health && <HealthBadge of={choice.health} />}
              <span className="hint">{choice.hint}</span>
            </div>
          ))}
        </div>
        <output className="hint">
          {choices.length === 0 &&
            !found.isFetching &&
            wanted === text.trim() &&
            nothingFor(wanted)}
        </output>
      </div>
    </Dialog>
  )
}

function nothingFor(text: string): string {
  if (requestIn(text)) return 'Only organization owners can look up a request.'
  return isPartOfId.test(text) ? 'No results. Enter the complete ID.' : 'No results.'
}

/** Finds a request ID in a copied problem or log line. */
const requestIn = (text: string) => /\breq_[0-9a-z]{26}\b/i.exec(text)?.[0].toLowerCase()

const changesBy = (request: string, organization: string): Choice => ({
  title: 'Changes made by this request',
  hint: 'Audit log',
  icon: 'log',
  path: pathTo('auditLog', { organization, request }),
})

const isPartOfId = /^[a-z]{2,5}_[0-9a-z]{1,25}$/i

const intoView = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' })

function usePaused(text: string): string {
  const [paused, setPaused] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

type To = ReturnType<typeof pathsIn>

const pages = (text: string, to: To): Choice[] =>
  areaGroups
    .flatMap(({ title: hint, areas }) =>
      areas.flatMap((area) => area.pages.map((page) => ({ ...page, hint }))),
    )
    .filter(({ title }) => title.toLowerCase().includes(text.trim().toLowerCase()))
    .map(({ title, hint, icon, route }) => ({ title, hint, icon, path: to(route) }))

type Found = Schemas['Found']

function toChoice({ kind, id, name, groupRef, integrationId, health }: Found, to: To): Choice {
  const [icon, what, path] = places[kind]
  return {
    title: name ?? id,
    hint:
      kind === 'group'
        ? [id, !health && nothingConnected].filter(Boolean).join(' · ')
        : [what, kind !== 'installation' && groupRef].filter(Boolean).join(' · '),
    icon,
    path: path(to, id, integrationId ?? ''),
    health,
  }
}

/** Icon, name and page of each kind of result. */
const places: Record<
  Found['kind'],
  [icon: IconName, what: string, path: (to: To, id: string, integration: string) => RoutePath]
> = {
  group: ['customer', 'Customer', (to, customer) => to('customer', { customer })],
  installation: [
    'installation',
    'Installation',
    (to, installation, integration) => to('installation', { integration, installation }),
  ],
  connection: ['connection', 'Connection', (to, connection) => to('connection', { connection })],
  operation: ['run', 'Operation', (to, operation) => to('operation', { operation })],
  event: ['event', 'Event', (to, event) => to('deliveries', { event })],
  delivery: ['delivery', 'Delivery', (to, delivery) => to('delivery', { delivery })],
  replay: ['replay', 'Replay', (to) => to('replays')],
  destination: [
    'destination',
    'Destination',
    (to, destination) => to('destination', { destination }),
  ],
  topic: ['topic', 'Topic', (to) => to('routing')],
  integration: [
    'integration',
    'Integration',
    (to, integration) => to('integration', { integration }),
  ],
  providerApp: ['providerApp', 'Provider app', (to) => to('providerApps')],
  apiKey: ['apiKey', 'API key', (to) => to('apiKeys')],
  jwtKey: ['jwtKey', 'JWT key', (to) => to('jwtKeys')],
}
