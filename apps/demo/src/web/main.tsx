import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { DemoApp } from './app.tsx'
import '@platform/react/styles'
import './demo.css'

const root = document.querySelector('#root')
if (!root) throw new Error('The page has no element for the demo.')
createRoot(root).render(
  <StrictMode>
    <DemoApp />
  </StrictMode>,
)
