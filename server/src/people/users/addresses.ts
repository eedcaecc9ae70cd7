/**
 * Which email addresses may join an organization. One place for invitations, sign-up, `POST /users` and the change of one's
 * own address; each says in its own sentence what is wrong.
 */
import type { ApiError, UserId } from "../../kernel/api/index.ts";
import type { Realm } from "../../kernel/context.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { fold } from "../../kernel/db/names.ts";
import { isEmailAddress } from "../../kernel/names/address.ts";
import { domainsAround, isWithin } from "../../organization/domains/names.ts";
import { type Domain, domainsOf } from "../../organization/domains/store.ts";
import { BadUsername, DisposableEmail, EmailHasPlus, EmailInUse, emailNotAllowed } from "./contract.ts";
import { accountsByAddress } from "./store.ts";
import { SYSTEM_BOTS } from "./system-bots.ts";

export type AddressFault =
  | "invalid"
  | "outside_domains"
  | "disposable"
  | "has_plus"
  | "reserved"
  | "has_account"
  | "deactivated";

/** The reasons as clients show them beside an address. */
export const ADDRESS_FAULTS: Readonly<Record<AddressFault, string>> = {
  invalid: "Invalid address.",
  outside_domains: "Outside your domain.",
  disposable: "Please use your real email address.",
  has_plus: "Email addresses containing + are not allowed.",
  reserved: "Reserved for system bots.",
  has_account: "Already has an account.",
  deactivated: "Account has been deactivated.",
};

/** Also that of a bot that other servers of this kind have. */
const RESERVED = new Set([...Object.values(SYSTEM_BOTS).map(({ email }) => email), "emailgateway@zulip.com"].map(fold));

interface Where {
  readonly db: Db;
  readonly realm: Realm;
}

/** What is wrong with these addresses, by the address; those that may join are not in it. At most two queries. */
export async function addressFaults(
  { db, realm }: Where,
  emails: readonly string[],
  own?: UserId,
): Promise<ReadonlyMap<string, AddressFault>> {
  const { emails_restricted_to_domains, disallow_disposable_email_addresses } = realm.settings;
  const domains = emails_restricted_to_domains ? await domainsOf(db, realm.id) : undefined;
  const disposable = disallow_disposable_email_addresses ? await disposableDomains() : undefined;
  const accounts = await accountsByAddress(db, realm.id, emails.filter(isEmailAddress));
  const faults = new Map<string, AddressFault>();
  for (const email of emails) {
    const fault =
      (domains ? faultInDomains(email, domains) : faultAnywhere(email, disposable)) ??
      faultOfAccount(email, accounts.get(fold(email)), own);
    if (fault) faults.set(email, fault);
  }
  return faults;
}

/** Checks one address; an existing account is not an error if it may keep its address. */
export async function addressFault(where: Where, email: string, own?: UserId): Promise<AddressFault | undefined> {
  return (await addressFaults(where, [email], own)).get(email);
}

/** Whether an address has an account already, one that is active or not. */
export const isTaken = (fault: AddressFault | undefined): boolean => fault === "has_account" || fault === "deactivated";

function faultInDomains(email: string, domains: readonly Domain[]): AddressFault | undefined {
  if (!isEmailAddress(email)) return "invalid";
  // One person would have as many addresses as they like.
  if (email.slice(0, email.lastIndexOf("@")).includes("+")) return "has_plus";
  return isWithin(domains, email) ? undefined : "outside_domains";
}

function faultAnywhere(email: string, disposable: ReadonlySet<string> | undefined): AddressFault | undefined {
  if (!isEmailAddress(email)) return "invalid";
  return disposable && domainsAround(email).some((domain) => disposable.has(domain)) ? "disposable" : undefined;
}

function faultOfAccount(
  email: string,
  account: { id: UserId; is_active: boolean } | undefined,
  own: UserId | undefined,
): AddressFault | undefined {
  if (RESERVED.has(fold(email))) return "reserved";
  if (!account || account.id === own) return undefined;
  return account.is_active ? "has_account" : "deactivated";
}

let known: Promise<ReadonlySet<string>> | undefined;

/** Domains that give addresses away for a few minutes. The list is long and most processes never need it. */
function disposableDomains(): Promise<ReadonlySet<string>> {
  known ??= import("disposable-email-domains-js").then((list) => list.disposableEmailBlocklistSet());
  return known;
}

/** An address that may not have an account, as who makes it for somebody else is told. */
export function refusedAddress(fault: AddressFault, email: string): ApiError {
  switch (fault) {
    case "invalid":
      return new BadUsername();
    case "outside_domains":
      return emailNotAllowed({ email });
    case "disposable":
      return new DisposableEmail();
    case "has_plus":
      return new EmailHasPlus();
    case "reserved":
    case "has_account":
    case "deactivated":
      return new EmailInUse();
    default:
      throw new Error(fault satisfies never);
  }
}
