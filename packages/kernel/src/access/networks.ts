import { BlockList, isIPv6 } from 'node:net'

const getFamily = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

function splitNetwork(network: string) {
  const [address = '', bits = ''] = network.split('/')
  return { address, bits: Number(bits), family: getFamily(address) } as const
}

/** Whether the address is in one of the networks, which are in CIDR notation. */
export function isInNetworks(networks: readonly string[], ip: string): boolean {
  const list = new BlockList()
  for (const network of networks) {
    const { address, bits, family } = splitNetwork(network)
    list.addSubnet(address, bits, family)
  }
  // A link-local address may name its interface.
  const address = ip.replace(/%.*$/, '')
  return list.check(address, getFamily(address))
}

/** Whether every address of the network is in one of the others. */
export function isWithinNetworks(networks: readonly string[], network: string): boolean {
  const { address, bits, family } = splitNetwork(network)
  return networks.some((wider) => {
    const other = splitNetwork(wider)
    return other.family === family && other.bits <= bits && isInNetworks([wider], address)
  })
}
