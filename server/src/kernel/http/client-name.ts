/** The name of the calling client, in messages and presence. */
const MAX_LENGTH = 30;

/** The most frequent clients; more would only be made up. */
const REMEMBERED = 1000;
const names = new Map<string, string>();

export function clientName(parameter: string | undefined, userAgent = ""): string {
  const named = parameter && clean(parameter);
  if (named) return named;
  let name = names.get(userAgent);
  if (name === undefined) {
    name = clean(product(userAgent)) || "Unspecified";
    if (names.size < REMEMBERED) names.set(userAgent, name);
  }
  return name;
}

/**
 * The product at the start of the User-Agent: up to the first slash, and never into a digit or bracket after the first
 * word.
 */
const product = (userAgent: string) => /^[^/ ]*[^0-9/(]*/.exec(userAgent.trim())?.[0] ?? "";

/** Recipients of a message see the name, and databases cannot store null bytes: control characters are removed. */
function clean(name: string): string {
  const printable = name.replace(/[\p{Cc}\p{Cs}]/gu, "").trim();
  return [...printable.slice(0, 2 * MAX_LENGTH)].slice(0, MAX_LENGTH).join("").trim();
}
