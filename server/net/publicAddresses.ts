import ipaddr from "ipaddr.js";

/**
 * Returns true for a public IP address: an address that is in none of IANA's special-purpose registries (RFC 6890) and
 * is not AZURE_HOST.
 *
 * @param address IPv6 without brackets
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast" || parsed.toString() === AZURE_HOST) return false;
  return parsed.kind() === "ipv4" || isGlobalIPv6(parsed as ipaddr.IPv6);
}

/**
 * Returns true for addresses in 2000::/3, the only public block, except those in NOT_GLOBAL. ipaddr.js also calls
 * addresses outside of 2000::/3 "unicast".
 */
function isGlobalIPv6(address: ipaddr.IPv6): boolean {
  return (
    address.match(ipaddr.parse("2000::") as ipaddr.IPv6, 3) &&
    !NOT_GLOBAL.some(([start, bits]) => address.match(start, bits))
  );
}

/** Address of services that every virtual machine on Azure can reach. It is in no special-purpose registry. */
const AZURE_HOST = "168.63.129.16";

/** Non-public blocks in 2000::/3: documentation (RFC 9637), benchmarking (RFC 5180), ORCHID, Teredo and 6to4. */
const NOT_GLOBAL = "3fff::/20 2001:2::/48 2001:db8::/32 2001:10::/28 2001:20::/28 2001::/32 2002::/16"
  .split(" ")
  .map((block) => ipaddr.parseCIDR(block) as [ipaddr.IPv6, number]);
