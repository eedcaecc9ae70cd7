/** What the check of a sender asks the DNS. Tests answer themselves. */
import { Resolver } from "node:dns/promises";

export interface MailDns {
  /** The texts at a name, each put together from its parts. Empty if there is none; throws if the DNS does not answer. */
  texts(name: string): Promise<readonly string[]>;
  addresses(name: string, family: 4 | 6): Promise<readonly string[]>;
  /** The mail servers of a domain, the preferred first. */
  mailServers(name: string): Promise<readonly string[]>;
}

/** The DNS does not answer, or has been asked too much: what it would say is not known. */
export class DnsSilent extends Error {}

/** There is nothing at the name, and nobody can find more there. */
const NOTHING = new Set(["ENOTFOUND", "ENODATA", "EBADNAME"]);

export function systemMailDns(): MailDns {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  const found = async <T>(asking: Promise<readonly T[]>): Promise<readonly T[]> => {
    try {
      return await asking;
    } catch (error) {
      if (NOTHING.has((error as NodeJS.ErrnoException).code ?? "")) return [];
      throw new DnsSilent("The DNS does not answer.", { cause: error });
    }
  };
  return {
    texts: async (name) => (await found(resolver.resolveTxt(name))).map((parts) => parts.join("")),
    addresses: (name, family) => found(family === 4 ? resolver.resolve4(name) : resolver.resolve6(name)),
    mailServers: async (name) =>
      [...(await found(resolver.resolveMx(name)))]
        .sort((a, b) => a.priority - b.priority)
        .map(({ exchange }) => exchange),
  };
}

/** An email decides what is asked, so there is a limit to it, and nothing else is sent to the DNS than names. */
export function limitedDns(dns: MailDns, most: number): MailDns {
  let left = most;
  const asked = (name: string): string => {
    if (left-- <= 0) throw new DnsSilent("The email asks too much of the DNS.");
    return name;
  };
  // A name that cannot exist is not asked for.
  const canExist = (name: string) => name.length <= 253 && /^(?:[\w-]{1,63}\.)+[\w-]{1,63}\.?$/.test(name);
  return {
    texts: async (name) => (canExist(name) ? dns.texts(asked(name)) : []),
    addresses: async (name, family) => (canExist(name) ? dns.addresses(asked(name), family) : []),
    mailServers: async (name) => (canExist(name) ? dns.mailServers(asked(name)) : []),
  };
}
