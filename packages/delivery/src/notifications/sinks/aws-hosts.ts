/** The domains of AWS's clouds by how the names of their regions begin; the last that fits counts. */
const domains = {
  '': 'amazonaws.com',
  'cn-': 'amazonaws.com.cn',
  'eusc-': 'amazonaws.eu',
  'us-iso-': 'c2s.ic.gov',
  'us-isob-': 'sc2s.sgov.gov',
  'us-isof-': 'csp.hci.ic.gov',
  'eu-isoe-': 'cloud.adc-e.uk',
}

/** Where a service of AWS answers in the region. */
export function awsHost(service: string, region: string): string {
  const fitting = Object.entries(domains).findLast(([start]) => region.startsWith(start))
  return `${service}.${region}.${fitting![1]}`
}
