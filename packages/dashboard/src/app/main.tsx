import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { DashboardApp } from './app.tsx'
import { DashboardContext, dashboardOf } from './context.tsx'
import { Session } from './session.ts'
import { keepFocus } from './ui/kept-focus.ts'
import { listenForListKeys } from './ui/list-keys.ts'

const stranger = dashboardOf(new Session(), undefined)

keepFocus()
listenForListKeys()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element for the dashboard.')
createRoot(root).render(
  <StrictMode>
    <DashboardContext value={stranger}>
      <DashboardApp />
    </DashboardContext>
  </StrictMode>,
)
