import { OnDemand } from '../../ui/on-demand.tsx'

/** Shows a QR code, dark on light in every theme, because cameras need that. */
export function QrCode({ text, label }: { text: string; label: string }) {
  return (
    <OnDemand name="encode-qr.ts" load={() => import('./encode-qr.ts')}>
      {({ encodeQr }) => <Dots rows={encodeQr(text)} label={label} />}
    </OnDemand>
  )
}

function Dots({ rows, label }: { rows: boolean[][]; label: string }) {
  const dots = rows.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')),
  )
  return (
    <figure className="qr-code" aria-label={label}>
      <svg
        viewBox={`0 0 ${rows.length} ${rows.length}`}
        shapeRendering="crispEdges"
        aria-hidden="true"
      >
        <path fill="#fff" d={`M0 0h${rows.length}v${rows.length}H0z`} />
        <path fill="#000" d={dots.join('')} />
      </svg>
    </figure>
  )
}
