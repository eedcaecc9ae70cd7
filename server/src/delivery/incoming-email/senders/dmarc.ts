/**
 * What the domain of a sender says about email that is not proved to be its own, and which other domains prove it (DMARC, RFC 9989). The
 * organization's domain is found by the records themselves, from the name up, so no list of registries is needed.
 */
import type { MailDns } from "./dns.ts";
import { tagsIn } from "./tags.ts";

export type DmarcPolicy = "none" | "quarantine" | "reject";

interface Published {
  readonly domain: string;
  readonly tags: ReadonlyMap<string, string>;
}

export interface SenderPolicy {
  /** Undefined if the domain says nothing. */
  readonly policy: DmarcPolicy | undefined;
  /** Whether email that this domain has signed, or lets its client send, is the sender's. */
  proves(by: "dkim" | "spf", domain: string): Promise<boolean>;
}

const POLICIES: readonly string[] = ["none", "quarantine", "reject"];
const WEAKER = { reject: "quarantine", quarantine: "none", none: "none" } as const;
const MOST_LABELS = 7;

/** Throws if the DNS does not answer. */
export async function policyOf(dns: MailDns, domain: string): Promise<SenderPolicy> {
  const published = await recordsAbove(dns, domain);
  const organization = organizationIn(domain, published);
  const own = published.find((each) => each.domain === domain);
  const record = own ?? published.find((each) => each.domain === organization) ?? published.at(-1);
  return {
    policy: record && policyIn(record, record.domain !== domain),
    async proves(by, other) {
      if (other === domain) return true;
      const isStrict = record?.tags.get(by === "dkim" ? "adkim" : "aspf")?.toLowerCase() === "s";
      const isRelated = other === organization || other.endsWith(`.${organization}`);
      if (!record || isStrict || !isRelated) return false;
      return organizationIn(other, await recordsAbove(dns, other)) === organization;
    },
  };
}

/** What the name and those above it have published, from the longest. */
async function recordsAbove(dns: MailDns, domain: string): Promise<Published[]> {
  const labels = domain.split(".");
  const published: Published[] = [];
  for (let at = 0; at < labels.length; at++) {
    if (at > 0 && labels.length - at > MOST_LABELS) continue;
    const name = labels.slice(at).join(".");
    const found = (await dns.texts(`_dmarc.${name}`)).filter((text) => /^v\s*=\s*DMARC1\s*(?:;|$)/i.test(text.trim()));
    // Several are as good as none.
    const tags = found.length === 1 ? tagsIn(found[0] as string) : undefined;
    if (!tags) continue;
    published.push({ domain: name, tags });
    if (isPublicSuffix(tags) !== undefined) break;
  }
  return published;
}

/** True for a registry's record, false for an organization's; undefined where the record does not say. */
function isPublicSuffix(tags: Published["tags"]): boolean | undefined {
  const psd = tags.get("psd")?.toLowerCase();
  return psd === "y" ? true : psd === "n" ? false : undefined;
}

function organizationIn(domain: string, published: readonly Published[]): string {
  const last = published.at(-1);
  if (!last) return domain;
  if (!isPublicSuffix(last.tags) || last.domain === domain) return last.domain;
  // One below the registry.
  return domain
    .split(".")
    .slice(-(last.domain.split(".").length + 1))
    .join(".");
}

function policyIn({ tags }: Published, isInherited: boolean): DmarcPolicy | undefined {
  const said = ((isInherited ? tags.get("sp") : undefined) ?? tags.get("p") ?? "").toLowerCase();
  if (!POLICIES.includes(said)) return tags.has("rua") ? "none" : undefined;
  const policy = said as DmarcPolicy;
  return tags.get("t")?.toLowerCase() === "y" ? WEAKER[policy] : policy;
}
