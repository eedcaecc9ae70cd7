/**
 * Which email addresses can join an organization: for invitations, sign-up, `POST /users` and changes of address. Each
 * of these has its own error messages.
 */

import type { ApiError, UserId } from "../../kernel/api/index.ts";
import { type Sentence, said } from "../../kernel/api/index.ts";
import type { OpenContext, Realm } from "../../kernel/context.ts";
import type { Db } from "../../kernel/db/handles.ts";
import { sendsMail } from "../../kernel/mail/mailer.ts";
import { isEmailAddress } from "../../kernel/names/address.ts";
import { addressKey } from "../../kernel/names/address-key.ts";
import { domainsAround, isWithin } from "../../organization/domains/names.ts";
import { type Domain, domainsOf } from "../../organization/domains/store.ts";
import { BadUsername, DisposableEmail, EmailHasPlus, EmailInUse, emailNotAllowed } from "./contract.ts";
import { accountsByAddress, unclaimedAddresses } from "./store.ts";
import { isReservedEmail } from "./system-bots.ts";

export type AddressFault =
  | "invalid"
  | "outside_domains"
  | "disposable"
  | "has_plus"
  | "reserved"
  | "has_account"
  | "deactivated";

/** The texts that clients show next to an address. */
export const ADDRESS_FAULTS: Readonly<Record<AddressFault, Sentence>> = {
  invalid: said`Invalid address.`,
  outside_domains: said`Outside your domain.`,
  disposable: said`Please use your real email address.`,
  has_plus: said`Email addresses containing + are not allowed.`,
  reserved: said`Reserved for system bots.`,
  has_account: said`Already has an account.`,
  deactivated: said`Account has been deactivated.`,
};

interface Where {
  readonly db: Db;
  readonly realm: Realm;
}

/** The faults of these addresses; valid addresses are omitted. At most two queries. */
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
      (isReservedEmail(email, realm.host) ? "reserved" : faultOfAccount(accounts.get(addressKey(email)), own));
    if (fault) faults.set(email, fault);
  }
  return faults;
}

/** Checks one address. The user `own` can keep theirs. */
export async function addressFault(where: Where, email: string, own?: UserId): Promise<AddressFault | undefined> {
  return (await addressFaults(where, [email], own)).get(email);
}

/** As above, for people who prove that the address is theirs: they can have an account that waits for them. */
export async function joiningFaults(
  where: Where,
  emails: readonly string[],
): Promise<ReadonlyMap<string, AddressFault>> {
  const faults = new Map(await addressFaults(where, emails));
  const deactivated = [...faults].flatMap(([email, fault]) => (fault === "deactivated" ? [email] : []));
  if (deactivated.length === 0) return faults;
  const unclaimed = await unclaimedAddresses(where.db, where.realm.id, deactivated);
  for (const email of deactivated) if (unclaimed.has(addressKey(email))) faults.delete(email);
  return faults;
}

export async function joiningFault(where: Where, email: string): Promise<AddressFault | undefined> {
  return (await joiningFaults(where, [email])).get(email);
}

/** Whether the address has an account, active or deactivated. */
export const isTaken = (fault: AddressFault | undefined): boolean => fault === "has_account" || fault === "deactivated";

function faultInDomains(email: string, domains: readonly Domain[]): AddressFault | undefined {
  if (!isEmailAddress(email)) return "invalid";
  // Otherwise one person could have any number of addresses.
  if (email.slice(0, email.lastIndexOf("@")).includes("+")) return "has_plus";
  return isWithin(domains, email) ? undefined : "outside_domains";
}

function faultAnywhere(email: string, disposable: ReadonlySet<string> | undefined): AddressFault | undefined {
  if (!isEmailAddress(email)) return "invalid";
  return disposable && domainsAround(email).some((domain) => disposable.has(domain)) ? "disposable" : undefined;
}

function faultOfAccount(
  account: { id: UserId; is_active: boolean } | undefined,
  own: UserId | undefined,
): AddressFault | undefined {
  if (!account || account.id === own) return undefined;
  return account.is_active ? "has_account" : "deactivated";
}

/**
 * Whether people can have an address that nothing proves, because the server sends no email (decision 080). The
 * organization decides, and one that restricts domains has decided that addresses must be proven.
 */
export const acceptsUnverified = ({ app, realm }: Pick<OpenContext, "app" | "realm">): boolean =>
  !sendsMail(app) && realm.settings.allow_unverified_sign_up && !realm.settings.emails_restricted_to_domains;

let known: Promise<ReadonlySet<string>> | undefined;

/** Loaded on demand: the list is long, and most processes never need it. */
function disposableDomains(): Promise<ReadonlySet<string>> {
  known ??= import("disposable-email-domains-js").then((list) => list.disposableEmailBlocklistSet());
  return known;
}

/** The error for a user who creates an account for someone else. */
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
