/** What the calling client is called, in messages and presence. */
const MAX_LENGTH = 30;

/** The product at the start of the User-Agent: up to the first slash, and never into a digit or bracket after the first word. */
export function clientName(parameter: string | undefined, userAgent: string | undefined): string {
  const name = parameter || product(userAgent ?? "") || "Unspecified";
  return [...name].slice(0, MAX_LENGTH).join("");
}

function product(userAgent: string): string {
  const [beforeSlash = ""] = userAgent.trim().split("/");
  const [first = "", ...more] = beforeSlash.split(" ");
  const plain: string[] = [];
  for (const word of more) {
    if (/[0-9(]/.test(word)) break;
    plain.push(word);
  }
  return [first, ...plain].join(" ").trim();
}

/** Clients that compare the older spelling of some names exactly introduce themselves so. */
export const dialectOf = (userAgent: string | undefined): "neutral" | "upstream" =>
  userAgent?.startsWith("Zulip") ? "upstream" : "neutral";
