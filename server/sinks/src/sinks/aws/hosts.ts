/**
 * AWS's partitions by prefix of the region's name, with their domains; the last match applies.
 * Source: `partitions.json` of botocore 1.44.8.
 */
const partitions = {
  '': { name: 'aws', domain: 'amazonaws.com' },
  'us-gov-': { name: 'aws-us-gov', domain: 'amazonaws.com' },
  'cn-': { name: 'aws-cn', domain: 'amazonaws.com.cn' },
  'eusc-': { name: 'aws-eusc', domain: 'amazonaws.eu' },
  'us-iso-': { name: 'aws-iso', domain: 'c2s.ic.gov' },
  'us-isob-': { name: 'aws-iso-b', domain: 'sc2s.sgov.gov' },
  'us-isof-': { name: 'aws-iso-f', domain: 'csp.hci.ic.gov' },
  'eu-isoe-': { name: 'aws-iso-e', domain: 'cloud.adc-e.uk' },
}

const findPartition = (region: string) =>
  Object.entries(partitions).findLast(([start]) => region.startsWith(start))![1]

/** Returns the host of an AWS service in the region. */
export const awsHost = (service: string, region: string): string =>
  `${service}.${region}.${findPartition(region).domain}`

/** The region becomes part of a host name. */
export const awsRegion = /^[a-z\d]+(-[a-z\d]+)*$/

interface Arn {
  region: string
  resource: string
}

/** Returns the parts of an ARN of the service; undefined if its partition does not have the region. */
export function parseArn(arn: string, service: string): Arn | undefined {
  const [, partition, ofService, region = '', , resource = ''] =
    /^arn:([a-z-]+):([a-z]+):([a-z\d-]+):(\d{12}):(.+)$/.exec(arn) ?? []
  const fits =
    ofService === service && awsRegion.test(region) && findPartition(region).name === partition
  return fits ? { region, resource } : undefined
}
