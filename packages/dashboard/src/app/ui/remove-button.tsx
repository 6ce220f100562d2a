import { useState, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { Confirm } from './confirm.tsx'

interface RemoveButtonProps {
  /** What is asked, such as `Delete the destination “lake”?`. */
  title: string
  doIt?: string
  /** `anyway`: although it is in use. */
  act: (anyway: boolean) => Promise<unknown>
  /** What will be lost. */
  children: ReactNode
}

/** A button that removes something, once it was asked whether that is meant. */
export function RemoveButton({ title, doIt = 'Delete', act, children }: RemoveButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>{doIt}</Button>
      {isAsking && (
        <Confirm title={title} doIt={doIt} act={act} onClose={() => setIsAsking(false)}>
          {children}
        </Confirm>
      )}
    </>
  )
}
