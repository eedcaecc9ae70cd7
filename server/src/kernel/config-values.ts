/** Reads values of the configuration; each refusal says which variable is wrong, and what would be right. */
import { isIP } from "node:net";
import type { VariableName, Variables } from "./variables.ts";

/** A value of the configuration is wrong; the message says which, and what would be right. */
export class ConfigError extends Error {}

export function wholeNumber(env: Variables, name: VariableName, fallback: number, min: number, max: number): number {
  const text = env[name];
  if (!text) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}: ${text}`);
  return value;
}

export function flag(env: Variables, name: VariableName, fallback: boolean): boolean {
  const text = env[name];
  if (!text) return fallback;
  if (text !== "true" && text !== "false") throw new ConfigError(`${name} must be true or false: ${text}`);
  return text === "true";
}

export function addresses(env: Variables, name: VariableName): string[] {
  const listed = (env[name] ?? "").split(",").map((entry) => entry.trim());
  const found = listed.filter(Boolean);
  for (const address of found) {
    // It would not be compared: the address would match on every interface.
    if (address.includes("%")) throw new ConfigError(`${name}: write ${address} without its zone (%).`);
    if (!isAddressOrNetwork(address)) throw new ConfigError(`${name}: ${address} is not an address or network.`);
  }
  return found;
}

function isAddressOrNetwork(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const longest = isIP(address) === 6 ? 128 : 32;
  // A network that includes everyone would trust everyone's forwarded addresses and allow every target.
  return (
    isIP(address) !== 0 && more.length === 0 && (bits === undefined || (/^[1-9]\d*$/.test(bits) && +bits <= longest))
  );
}
