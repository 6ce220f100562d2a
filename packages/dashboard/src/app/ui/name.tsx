/** A name of any length: two lines of it at most, and all of it to whoever points at it or listens. */
export const Name = ({ children }: { children: string }) => (
  <span className="name" title={children}>
    {children}
  </span>
)
