/** The placeholders in SPF records, such as `%{i}` for the address of the client (RFC 7208, 7). */
import { isIPv6 } from "node:net";

export interface SpfFacts {
  /** The IP address that the email comes from. */
  readonly client: string;
  /** The sender in the envelope. */
  readonly sender: string;
  /** What the client calls itself. */
  readonly helo: string;
}

const MACRO = /%(?:\{([slodiphv])(\d{0,3})(r?)([.\-+,/_=]*)\}|([%_-])|)/gi;
const ESCAPED: Readonly<Record<string, string>> = { "%": "%", _: " ", "-": "%20" };

/** A name for the DNS; undefined if the text is none. */
export function expanded(text: string, facts: SpfFacts, domain: string): string | undefined {
  let isWrong = false;
  const name = text.replace(MACRO, (_, letter?: string, digits = "", reversed = "", separators = "", mark?: string) => {
    if (mark !== undefined) return ESCAPED[mark] ?? "";
    if (letter === undefined || digits === "0") isWrong = true;
    const parts = macroValue((letter ?? "").toLowerCase(), facts, domain).split(
      new RegExp(`[${escaped(separators || ".")}]`),
    );
    if (reversed !== "") parts.reverse();
    return (digits === "" ? parts : parts.slice(-Number(digits))).join(".");
  });
  const labels = name.replace(/\.$/, "").split(".");
  // A name that is too long is shortened from its beginning.
  while (labels.join(".").length > 253) labels.shift();
  return isWrong || labels.length < 2 ? undefined : labels.join(".").toLowerCase();
}

const escaped = (separators: string): string => separators.replace(/[-\\\]^/]/g, "\\$&");

function macroValue(letter: string, { client, sender, helo }: SpfFacts, domain: string): string {
  const at = sender.lastIndexOf("@");
  switch (letter) {
    case "s":
      return sender;
    case "l":
      return at <= 0 ? "postmaster" : sender.slice(0, at);
    case "o":
      return sender.slice(at + 1);
    case "d":
      return domain;
    case "i":
      return isIPv6(client) ? [...inFull(client)].join(".") : client;
    case "h":
      return helo;
    case "v":
      return isIPv6(client) ? "ip6" : "in-addr";
    default:
      return "unknown";
  }
}

/** The 32 digits of an IPv6 address. */
function inFull(address: string): string {
  const [head = "", tail] = address.split("::");
  const groups = (part: string) => (part === "" ? [] : part.split(":"));
  const [first, last] = [groups(head), groups(tail ?? "")];
  const gap = Array.from({ length: Math.max(8 - first.length - last.length, 0) }, () => "0");
  return [...first, ...gap, ...last].map((group) => group.padStart(4, "0")).join("");
}
