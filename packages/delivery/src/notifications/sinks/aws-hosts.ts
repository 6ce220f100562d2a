/** Domains of AWS's partitions by prefix of the region's name; the last match applies. */
const domains = {
  '': 'amazonaws.com',
  'cn-': 'amazonaws.com.cn',
  'eusc-': 'amazonaws.eu',
  'us-iso-': 'c2s.ic.gov',
  'us-isob-': 'sc2s.sgov.gov',
  'us-isof-': 'csp.hci.ic.gov',
  'eu-isoe-': 'cloud.adc-e.uk',
}

/** Returns the host of an AWS service in the region. */
export function awsHost(service: string, region: string): string {
  const fitting = Object.entries(domains).findLast(([start]) => region.startsWith(start))
  return `${service}.${region}.${fitting![1]}`
}
