import type { IncomingHttpHeaders } from 'node:http'
import { Problem } from '@platform/kernel/problems/problem'

/** Headers and parameters by which some providers take a GET for another method. */
const headersOfMethod = ['x-http-method', 'x-http-method-override', 'x-method-override']
const parameterOfMethod = /^_?(http)?_?method$/i

/**
 * Rejects a call that may change something, if a person approves changes of objects of the account:
 * which objects a call changes is unknown.
 * @throws Problem
 */
export function mustOnlyRead(
  approvedObjects: readonly string[],
  { method, url, headers = {} }: { method: string; url: string; headers?: IncomingHttpHeaders },
): void {
  if (approvedObjects.length === 0) return
  const parameters = new URLSearchParams(url.split('?').slice(1).join('?'))
  const namesMethod =
    headersOfMethod.some((name) => headers[name] !== undefined) ||
    [...parameters.keys()].some((name) => parameterOfMethod.test(name))
  if ((method === 'GET' || method === 'HEAD') && !namesMethod) return
  throw new Problem('proxy-not-enabled', {
    detail: `Writes of ${approvedObjects.join(', ')} in this account wait for the approval of a person, so proxy calls can only read.`,
    remedy: 'Send a GET request, or write by the API.',
  })
}
