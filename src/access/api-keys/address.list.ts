import ipaddr from 'ipaddr.js';

/** A CIDR range, or one address as a range of one; null for any other text. */
export function cidrFrom(text: string): string | null {
  const range = text.includes('/') || !ipaddr.isValid(text) ? text : `${text}/${text.includes(':') ? 128 : 32}`;
  return ipaddr.isValidCIDR(range) ? range : null;
}

/** Whether an address is in one of the ranges. No ranges: anywhere. */
export function allows(cidrs: readonly string[], ip: string): boolean {
  if (cidrs.length === 0) return true;
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  return cidrs
    .map((cidr) => ipaddr.parseCIDR(cidr))
    .some((range) => range[0].kind() === address.kind() && address.match(range));
}
