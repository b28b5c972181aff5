import { describe, expect, test } from 'vitest';
import { addressGroup, plainAddress } from '../../server/auth/addresses';

describe('an address', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    [' 192.0.2.7 ', '192.0.2.7'],
    ['192.0.2.7:51234', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:0207', '192.0.2.7'],
    ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
    ['[::ffff:192.0.2.7]:443', '192.0.2.7'],
    ['64:ff9b::192.0.2.7', '192.0.2.7'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%eth0]:80', 'fe80::1'],
    ['::1', '::1'],
  ])('%s is stored as %s', (address, stored) => expect(plainAddress(address)).toBe(stored));

  test.each([
    undefined,
    '',
    'localhost',
    '1.2.3',
    '1.2.3.4.5',
    '999.1.1.1',
    'a'.repeat(1_000),
    '[',
    '::g',
    '1.2.3.4\n'.repeat(99),
  ])('an invalid address is stored as unknown: %j', (address) => {
    expect(plainAddress(address)).toBe('unknown');
    expect(addressGroup(address)).toBe('unknown');
  });
});

describe('one client', () => {
  test('a single IPv4 address counts as one client, in any notation', () => {
    for (const form of ['192.0.2.7', '192.0.2.7:1', '::ffff:192.0.2.7', '::ffff:c000:207'])
      expect(addressGroup(form)).toBe('192.0.2.7');
    expect(addressGroup('192.0.2.8')).not.toBe(addressGroup('192.0.2.7'));
  });

  test('all addresses with the same first 64 bits of IPv6 count as one client', () => {
    const group = addressGroup('2001:db8:1:2:3:4:5:6');
    expect(group).toBe('2001:db8:1:2::/64');
    for (const same of ['2001:db8:1:2::1', '[2001:db8:1:2:ffff::]:9', '2001:DB8:1:2:0:0:0:0'])
      expect(addressGroup(same)).toBe(group);
    expect(addressGroup('2001:db8:1:3::1')).not.toBe(group);
    expect(addressGroup('2001:db8::1')).toBe('2001:db8:0:0::/64');
    expect(addressGroup('::1')).toBe('0:0:0:0::/64');
    expect(addressGroup('2001:0:0:1::')).toBe('2001:0:0:1::/64');
  });
});
