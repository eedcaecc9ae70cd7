/** Why a sign-in at an identity provider, or with a token, was refused. */
import type { UserId } from "../../kernel/api/ids.ts";
import type { AddressFault } from "../users/addresses.ts";

/** The log and the pages know all of these; the audit log those that are about an account. */
export type ProviderRefusal =
  /** Not in this browser, too long ago, or for another provider. */
  | "not_begun_here"
  /** The provider cannot be reached, or what it says does not hold. */
  | "provider_failed"
  /** The person did not agree, or may not use this client there. */
  | "denied_by_provider"
  | "no_email"
  | "unverified_email"
  | "deactivated"
  /** Nothing proves that the address of the account here belongs to its owner. */
  | "unconfirmed_address"
  /** The account belongs to somebody else at the same provider. */
  | "other_identity"
  /** The person has unlinked a provider: addresses do not count any more. */
  | "unlinked"
  /** When linking: the identity belongs to another account. */
  | "taken"
  /** When linking: the account belongs to another identity there. */
  | "linked_before"
  | "not_invited"
  | "address_not_accepted"
  | "bad_token";

interface RefusedAccount {
  readonly user?: UserId;
  readonly email?: string | undefined;
  readonly fault?: AddressFault;
}

export class ProviderRefused extends Error {
  readonly reason: ProviderRefusal;
  /** The account it is about, if there is one. */
  readonly user: UserId | undefined;
  /** The address that the provider gave. */
  readonly email: string | undefined;
  /** What is wrong with it. */
  readonly fault: AddressFault | undefined;

  constructor(reason: ProviderRefusal, { user, email, fault }: RefusedAccount = {}) {
    super(`the sign-in was refused: ${reason}`);
    this.reason = reason;
    this.user = user;
    this.email = email;
    this.fault = fault;
  }
}
