import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createClient, QueryStore } from '@platform/client'
import { App } from './app.tsx'
import { DashboardContext } from './context.tsx'
import { Session } from './session.ts'
import { keepFocus } from './ui/kept-focus.ts'

const session = new Session()
const store = new QueryStore()
// The API is at the dashboard's own origin.
const client = createClient({ baseUrl: '', fetch: session.fetch })

// What one person saw is not for the next.
session.subscribe(() => session.status() === 'signed-out' && store.clear())

keepFocus()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element for the dashboard.')
createRoot(root).render(
  <StrictMode>
    <DashboardContext value={{ session, client, store }}>
      <App />
    </DashboardContext>
  </StrictMode>,
)
