import { useEffect, useState } from 'react'
import { callBackend, useReply, type DemoSession } from './backend.ts'
import { DestinationsPage } from './destinations-page.tsx'
import { IntegrationsPage } from './integrations-page.tsx'
import { RecordsPage } from './records-page.tsx'
import { WebhooksPage } from './webhooks-page.tsx'

const pages = {
  integrations: 'Integrations',
  contacts: 'Contacts',
  companies: 'Companies',
  webhooks: 'Live webhooks',
  destinations: 'Your webhooks',
}
type PageName = keyof typeof pages

const isPage = (name: string): name is PageName => Object.hasOwn(pages, name)

export function DemoApp() {
  const page = usePage()
  const [version, setVersion] = useState(0)
  const session = useReply<DemoSession>('/api/session', version)
  useEffect(() => {
    document.title = `${pages[page]} · Larkfield`
  }, [page])
  if (!session) return null

  const signIn = async (userId: string) => {
    await callBackend('/api/session', { userId })
    setVersion(version + 1)
  }

  return (
    <div className="app">
      <aside className="side">
        <p className="brand">
          <span className="brand-mark" aria-hidden="true" />
          Larkfield
        </p>
        <nav aria-label="Pages">
          {Object.entries(pages).map(([name, label]) => (
            <a key={name} href={`#/${name}`} aria-current={name === page ? 'page' : undefined}>
              {label}
            </a>
          ))}
        </nav>
        <label className="who">
          <span>Signed in as</span>
          <select value={session.user.id} onChange={(event) => void signIn(event.target.value)}>
            {session.users.map(({ id, name, company }) => (
              <option key={id} value={id}>
                {name.split(' ')[0]} · {company}
              </option>
            ))}
          </select>
        </label>
      </aside>
      <main key={session.user.id}>
        <h1>{pages[page]}</h1>
        {page === 'integrations' && <IntegrationsPage session={session} />}
        {page === 'destinations' && <DestinationsPage session={session} />}
        {page === 'contacts' && <RecordsPage {...contacts} />}
        {page === 'companies' && <RecordsPage {...companies} />}
        {page === 'webhooks' && <WebhooksPage />}
      </main>
    </div>
  )
}

const contacts = {
  objectName: 'contact',
  plural: 'contacts',
  columns: ['firstName', 'lastName', 'email', 'title', 'phone', 'city'],
}
const companies = {
  objectName: 'company',
  plural: 'companies',
  columns: ['name', 'website', 'industry', 'employees', 'city'],
}

function usePage(): PageName {
  const [hash, setHash] = useState(location.hash)
  useEffect(() => {
    const follow = () => setHash(location.hash)
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  const name = hash.replace('#/', '')
  return isPage(name) ? name : 'integrations'
}
