import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { DashboardApp } from './app.tsx'
import { DashboardContext, createDashboard } from './context.tsx'
import { preloadLinkedScreens } from './preload-linked-screens.ts'
import { placeAt } from './routes.ts'
import { preloadScreen } from './screens.tsx'
import { Session } from './session.ts'
import { keepFocus } from './ui/form/kept-focus.ts'
import { listenForListKeys } from './ui/list/list-keys.ts'

const session = new Session()
// Before the first rendering, which takes a while on slow machines. The app reports a failure.
session.resume().catch(() => {})
const place = placeAt(location.pathname)
if (place) preloadScreen(place)
// The only project of a person is opened at once.
if (place?.name === 'home') preloadScreen({ name: 'project', params: { project: '' } })
const stranger = createDashboard(session, undefined)

keepFocus()
listenForListKeys()
preloadLinkedScreens()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element for the dashboard.')
createRoot(root).render(
  <StrictMode>
    <DashboardContext value={stranger}>
      <DashboardApp />
    </DashboardContext>
  </StrictMode>,
)
