/** Whether an email comes from whom it says: its domain has signed it, or lets the client send for it. */
import { domainToASCII } from "node:url";
import { signedBy } from "./dkim-keys.ts";
import type { DkimSignature } from "./dkim-parts.ts";
import { policyOf } from "./dmarc.ts";
import { DnsSilent, limitedDns, type MailDns } from "./dns.ts";
import { maySend } from "./spf.ts";

/**
 * - `proved`: the domain of the sender vouches for it.
 * - `refused`: it does not, and the domain asks to refuse such email.
 * - `unproved`: it does not.
 * - `unknown`: the DNS does not answer, so it may be proved later.
 */
export type SenderProof = "proved" | "refused" | "unproved" | "unknown";

export interface ClaimedSender {
  /** The only address in the only `From`; undefined if there is not one. */
  readonly address: string | undefined;
  readonly signatures: readonly DkimSignature[];
  readonly envelopeFrom: string;
  readonly helo: string;
  /** The IP address of the client; undefined behind a mail server, which then is the client. */
  readonly client: string | undefined;
}

const MAX_LOOKUPS = 60;
const PROVING_MS = 15_000;

export async function proofOf(dns: MailDns, claimed: ClaimedSender): Promise<SenderProof> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<SenderProof>((resolve) => {
    timer = setTimeout(() => resolve("unknown"), PROVING_MS);
  });
  try {
    return await Promise.race([late, judged(limitedDns(dns, MAX_LOOKUPS), claimed)]);
  } catch (error) {
    if (error instanceof DnsSilent) return "unknown";
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function judged(dns: MailDns, claimed: ClaimedSender): Promise<SenderProof> {
  const domain = domainOf(claimed.address ?? "");
  if (domain === undefined) return "unproved";
  const { policy, proves } = await policyOf(dns, domain);
  // One that cannot be asked for says nothing against another.
  let isSilent = false;
  const ways: (() => Promise<boolean>)[] = [
    async () => {
      const sender = await sendingDomain(dns, claimed);
      return sender !== undefined && (await proves("spf", sender));
    },
    ...claimed.signatures.map((signature) => async () => {
      // Signatures of others, such as mailing lists, prove nothing, and need not be looked at.
      if (!(await proves("dkim", signature.domain))) return false;
      return (await signedBy(dns, signature)) !== undefined;
    }),
  ];
  for (const way of ways)
    try {
      if (await way()) return "proved";
    } catch (error) {
      if (!(error instanceof DnsSilent)) throw error;
      isSilent = true;
    }
  if (isSilent) return "unknown";
  return policy === "reject" ? "refused" : "unproved";
}

/** The domain of the envelope, if it lets the client send for it. */
async function sendingDomain(dns: MailDns, { client, envelopeFrom, helo }: ClaimedSender): Promise<string | undefined> {
  const domain = domainOf(envelopeFrom);
  if (client === undefined || domain === undefined) return undefined;
  return (await maySend(dns, { domain, client, sender: envelopeFrom, helo })) ? domain : undefined;
}

function domainOf(address: string): string | undefined {
  const at = address.lastIndexOf("@");
  const written = at === -1 ? "" : address.slice(at + 1).toLowerCase();
  // Only for names in other alphabets: it also reads what mail programs show as it is written.
  const domain = /^[\x20-\x7e]*$/.test(written) ? written : domainToASCII(written);
  return /^(?:[a-z0-9_-]{1,63}\.)+[a-z][a-z0-9-]{0,62}$/.test(domain) ? domain : undefined;
}
