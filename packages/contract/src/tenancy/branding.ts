import { z } from 'zod'
import { projectParam } from '../values/common.ts'
import { operation, projectCallers } from '../openapi/operation.ts'

const color = z
  .string()
  .regex(/^#[\da-f]{6}$/i, 'Use a color in the form #rrggbb.')
  .meta({ example: '#0a7d55' })

const logo = z
  .string()
  .max(100_000)
  .regex(
    /^data:image\/(png|jpeg|webp|svg\+xml);base64,[\w+/]+=*$/,
    'Use a data URL of a PNG, JPEG, WebP or SVG image, in base64.',
  )
  .meta({ example: 'data:image/svg+xml;base64,PHN2Zy8+' })

/** Color variables of the components, without `--plat-colors-`. */
export const brandColors = [
  ...['primary', 'surface', 'success', 'warning', 'danger'],
  ...[25, 50, 100, 200, 300, 400, 500, 600, 700, 800, 900].map((step) => `neutral-${step}`),
]

const colors = z
  .record(z.string(), color)
  .superRefine((given, { addIssue }) => {
    for (const name of Object.keys(given)) {
      if (brandColors.includes(name)) continue
      addIssue({
        code: 'custom',
        path: [name],
        message: `No color variable is called ${name.slice(0, 40)}. Known are ${brandColors.join(', ')}.`,
      })
    }
  })
  .meta({ example: { primary: '#0a7d55' } })

export const Branding = z
  .object({
    logo: logo
      .optional()
      .describe(
        'Your logo as a data URL, at most 100,000 characters. Shown instead of the app name.',
      ),
    darkLogo: logo.optional().describe('Logo for dark pages. Defaults to `logo`.'),
    light: colors
      .optional()
      .describe('Colors by variable, without `--plat-colors-`. Others keep their defaults.'),
    dark: colors.optional().describe('Colors for dark pages. Default to those of the dark theme.'),
    font: z
      .enum(['system', 'serif', 'rounded', 'mono'])
      .optional()
      .describe('Font family. Defaults to `system`.'),
    borderRadius: z.int().min(0).max(24).optional().describe('Corner radius in pixels.'),
    fontSize: z.int().min(12).max(18).optional().describe('Base font size in pixels.'),
    spacing: z.int().min(8).max(24).optional().describe('Spacing in pixels.'),
  })
  .meta({ id: 'Branding', description: 'Look of the hosted page: logo, colors, font and sizes.' })
export type Branding = z.infer<typeof Branding>

export const getBranding = operation({
  id: 'getBranding',
  suitsLimitedKeys: true,
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/branding',
  tag: 'Projects',
  summary: 'Get the look of the hosted page',
  callers: projectCallers,
  permission: 'project:read',
  params: z.object(projectParam),
  success: 200,
  reply: Branding,
})

export const updateBranding = operation({
  id: 'updateBranding',
  method: 'PUT',
  path: '/v1/projects/{projectIdOrName}/branding',
  tag: 'Projects',
  changesAccess: true,
  summary: 'Set the look of the hosted page',
  description: 'Replaces all values; those that are absent return to their defaults.',
  callers: projectCallers,
  permission: 'project:write',
  params: z.object(projectParam),
  body: Branding,
  success: 200,
  reply: Branding,
})
