/**
 * Day on which announced changes and versions were last compared with the entries. Tests measure from it, so that
 * a checkout does not fail later without a change; whoever moves it meets what has come since.
 */
export const reviewedMs = Date.parse('2026-11-30')
