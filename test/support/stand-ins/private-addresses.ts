/** Addresses that no customer may reach, one or more of each special-purpose range. */
export const PRIVATE_ADDRESSES = [
  ...[
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.100.100.200',
    '127.0.0.1',
    '127.255.255.254',
  ],
  ...['169.254.169.254', '169.254.0.1', '172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.2.1', '192.31.196.1'],
  ...['192.52.193.1', '192.88.99.1', '192.168.0.1', '192.168.255.255', '192.175.48.1', '198.18.0.1', '198.19.255.255'],
  ...['198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::7f00:1', '::ffff:7f00:1', '::ffff:a00:1', '64:ff9b::7f00:1', '64:ff9b:1::1', '100::1', 'fc00::1'],
  ...['fd00:ec2::254', 'fd20:ce::254', 'fe80::1', 'fec0::1', 'ff02::1', '2001::1', '2001:db8::1', '2002:7f00:1::1'],
  ...['2620:4f:8000::1', '3fff::1', '4000::1', '8000::1', '1fff:ffff::1'],
];

/** Names that resolve to the machine itself or its network, and texts that are not hosts. */
export const PRIVATE_NAMES = [
  ...['localhost', 'localhost.', 'LOCALHOST', 'LocalHost', 'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ', 'localhost', 'foo.localhost', 'a.b.localhost.'],
  ...['printer.local', 'printer.local.', 'metadata.google.internal', 'METADATA.GOOGLE.INTERNAL.', 'router.home.arpa'],
  ...['hidden.onion', 'metadata', 'intranet', 'kubernetes', 'db.', 'ip6-localhost', 'broadcasthost', 'host。internal'],
  ...[
    '127.1',
    '127.0.1',
    '0',
    '0x0',
    '00',
    '017700000001',
    '0x7f.1',
    '0x7f.0x1',
    '0177.1',
    '127.0x1',
    '10.1',
    '192.168.1',
  ],
  ...[
    '127.0.0.1。',
    '127。0。0。1',
    '127.0.0.1',
    '127．0．0．1',
    '①②⑦.⓪.⓪.①',
    '１２７.０.０.１',
    '0ⓧ7f000001',
    '%31%32%37.0.0.1',
  ],
  ...['[::ffff:127.0.0.1]', '[::127.0.0.1]', '[::ffff:0:127.0.0.1]', '[64:ff9b::10.0.0.1]', '[0:0:0:0:0:ffff:7f00:1]'],
  ...[
    '[::FFFF:7F00:1]',
    '[::1%25lo]',
    '[fe80::1%25eth0]',
    '999.999.999.999',
    '127.0.0.256',
    '..',
    'a..b',
    '-a.example-',
  ],
];

/** The spellings of an address as the host of a URL in the URL standard. */
export function disguisesOf(address: string): string[] {
  if (address.includes(':')) return [`[${address}]`, `[${address.toUpperCase()}]`, `[${fullForm(address)}]`];
  const bytes = address.split('.').map(Number);
  const number = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
  const hex = number.toString(16).padStart(8, '0');
  return [
    address,
    `${address}.`,
    String(number),
    `0x${hex}`,
    `0X${hex.toUpperCase()}`,
    `0${number.toString(8)}`,
    bytes.map((byte) => `0x${byte.toString(16)}`).join('.'),
    bytes.map((byte) => `0${byte.toString(8)}`).join('.'),
    [...address].map(fullWidth).join(''),
    address.replaceAll('.', '。'),
    encodeURIComponent(address).replaceAll('.', '%2e'),
    `[::ffff:${address}]`,
    `[::ffff:${hex.slice(0, 4)}:${hex.slice(4)}]`,
    `[64:ff9b::${address}]`,
    `[2002:${hex.slice(0, 4)}:${hex.slice(4)}::1]`,
  ];
}

const fullWidth = (character: string): string =>
  character === '.' ? character : String.fromCodePoint(character.charCodeAt(0) + 0xfee0);

/** All eight groups of an IPv6 address, each with four digits. */
function fullForm(address: string): string {
  const [left = [], right = []] = address.split('::').map((half) => half.split(':').filter(Boolean));
  const middle = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...middle, ...right].map((group) => group.padStart(4, '0')).join(':');
}
