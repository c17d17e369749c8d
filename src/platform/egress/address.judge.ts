import ipaddr from 'ipaddr.js';

type Address = ReturnType<typeof ipaddr.process>;
type Range = ReturnType<typeof ipaddr.parseCIDR>;

/** The public part of IPv6. `ipaddr.js` also calls addresses outside it unicast. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/** Special-purpose ranges (IANA): private, shared, link-local, documentation, benchmarks, anycast, multicast. */
const REFUSED = rangesOf(`
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.31.196.0/24
  192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4
  240.0.0.0/4 2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20`);

/** Addresses at which clouds serve the credentials of the machine. No configuration allows them. */
const METADATA_SERVICES = rangesOf('169.254.169.254/32 100.100.100.200/32 fd00:ec2::254/128 fd20:ce::254/128');

/** True for an address of the public internet. An IPv4-mapped IPv6 address counts as its IPv4 address. */
export function isPublicAddress(address: string): boolean {
  const parsed = parsedOf(address);
  if (!parsed || isIn(parsed, REFUSED)) return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST);
}

/** Decides whether an operator allows an address, from a list of CIDR ranges. */
export function addressAllowance(cidrs: readonly string[]): (address: string) => boolean {
  const allowed = cidrs.map((cidr) => ipaddr.parseCIDR(cidr));
  return (address) => {
    const parsed = parsedOf(address);
    return parsed !== null && isIn(parsed, allowed) && !isIn(parsed, METADATA_SERVICES);
  };
}

/**
 * Decides whether an operator allows a host name in lower case, from a list of names. `*.example.com` allows every
 * subdomain of `example.com`. An empty list allows every name.
 */
export function hostAllowance(patterns: readonly string[]): (host: string) => boolean {
  const names = new Set(patterns);
  const suffixes = patterns.filter((pattern) => pattern.startsWith('*.')).map((pattern) => pattern.slice(1));
  return (host) => patterns.length === 0 || names.has(host) || suffixes.some((suffix) => host.endsWith(suffix));
}

/** Whether an address leads to this machine: loopback or unspecified, in any spelling. */
export const isOwnMachine = (address: string): boolean =>
  ['loopback', 'unspecified'].includes(parsedOf(address)?.range() ?? '');

/** An address in its shortest spelling; a name as it is. */
export const canonical = (host: string): string => parsedOf(host)?.toString() ?? host;

const parsedOf = (address: string): Address | null => (ipaddr.isValid(address) ? ipaddr.process(address) : null);

const isIn = (address: Address, ranges: readonly Range[]): boolean =>
  ranges.some((range) => range[0].kind() === address.kind() && address.match(range));

function rangesOf(list: string): Range[] {
  return list
    .trim()
    .split(/\s+/)
    .map((cidr) => ipaddr.parseCIDR(cidr));
}
