/** Shows at most two lines of a name; the whole name as tooltip and to screen readers. */
export const Name = ({ children }: { children: string }) => (
  <span className="name" title={children}>
    {children}
  </span>
)
