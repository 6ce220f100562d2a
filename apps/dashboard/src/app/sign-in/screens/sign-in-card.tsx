import type { ReactNode } from 'react'
import { Form } from '../../ui/form/form.tsx'
import { Mark } from '../../ui/mark.tsx'

export interface SignInCardProps {
  title: string
  intro: ReactNode
  error?: Error | undefined
  onSubmit: (form: FormData) => void
  children: ReactNode
}

/** A form on its own page, for signed-out people. */
export function SignInCard({ title, intro, error, onSubmit, children }: SignInCardProps) {
  return (
    <Form
      isFleeting
      className="card sign-in"
      error={error}
      onSubmit={onSubmit}
      head={
        <>
          <title>{`${title} · Dashboard`}</title>
          <Mark />
          <div>
            <h1>{title}</h1>
            <p className="muted">{intro}</p>
          </div>
        </>
      }
    >
      {children}
    </Form>
  )
}
