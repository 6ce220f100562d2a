import type { FormEvent, ReactNode } from 'react'
import { Mark } from '../../ui/mark.tsx'
import { ProblemMessage } from '../../ui/problem-message.tsx'

export interface SignInCardProps {
  title: string
  intro: ReactNode
  error?: Error | undefined
  onSubmit: (form: FormData) => void
  children: ReactNode
}

/** A form that stands alone on its page, for people who are not signed in. */
export function SignInCard({ title, intro, error, onSubmit, children }: SignInCardProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit(new FormData(event.currentTarget))
  }
  return (
    <form className="card sign-in" onSubmit={submit}>
      <title>{`${title} · Dashboard`}</title>
      <Mark />
      <div>
        <h1>{title}</h1>
        <p className="muted">{intro}</p>
      </div>
      {error && <ProblemMessage error={error} />}
      {children}
    </form>
  )
}
